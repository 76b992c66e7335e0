"""python -m tests.eval.train_sense ENCODER FOLDER: trains the language model of `bot/domain/sense`.

Takes the lowest layers of the sentence encoder all-mpnet-base-v2 (ENCODER is the folder that it
lies in), teaches them the three questions with the labelled sets, and writes `network.onnx`, with
weights of eight bits, `tokenizer.json` and their sums into FOLDER. An hour on two cores.
`docs/sense.md` says what it needs and where the encoder comes from.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
import torch
from onnxruntime import InferenceSession
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from torch.nn.functional import binary_cross_entropy_with_logits
from torch.nn.utils import clip_grad_norm_
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from bot.domain.match import WhyNot
from bot.domain.matching.evidence import around, told
from bot.domain.postmortem.choice import is_eligible
from bot.domain.postmortem.sense import texts_of
from bot.domain.reading.reply.plain import plain_of
from bot.domain.reading.reply.sense import texts_of_reply
from bot.domain.sense import Question
from tests.eval.matching import CORPUS, load_memory, rows, ruled
from tests.eval.replies import load as load_replies
from tests.eval.train_postmortems import Example as Postmortem
from tests.eval.train_postmortems import examples_of, worse_in

TAUGHT = ("dev", "dev2", *(f"s{number}" for number in range(9, 91)))
"""The sets of announcements that it is taught. Later ones teach the trees that weigh its answers,
so it must not know them."""
REPLIES_UP_TO, POSTMORTEMS_UP_TO = 18, 25
"""Of the sets `learn1` and so on."""
LAYERS, FROZEN = 8, re.compile(r"embeddings|layer\.[01]\.")
"""How many of the encoder's twelve layers are kept, and what of them stays as it is."""
PART = {"closed": 0.25, "own clause": 0.4, "replies": 0.6, "not eligible": 0.4, "padded": 0.07}
"""Which parts are learned from: of actions not even planned, of those that are shown once more by
their clause alone, of replies, of passages that are never chosen. Padded: which part of the pairs
comes once more beside another announcement; who chats around an action does it all the same."""
KNEW, SURE, SURE_KEPT = "d0cc9aaf", -3.3, 0.07
"""Few are learned from of the pairs to which the network of that commit rightly said a sure no."""
RATE, HEAD_RATE, DECAY = 4e-5, 2e-4, 0.01
BATCH, POOL, WARM = 24, 40, 80
LONGEST, LONGEST_PASSAGE = 112, 160
"""Pieces of words of both texts together that are learned from."""
CLOSED = {
    WhyNot.EXPIRED, WhyNot.OTHER_ENVIRONMENT, WhyNot.OTHER_SERVICE, WhyNot.OUTSIDE_WINDOW,
}  # fmt: skip


class Example(NamedTuple):
    """A question with its answer."""

    question: Question
    texts: tuple[str, str]
    answer: float


def main() -> None:
    """Trains, and writes into the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.train_sense")
    parser.add_argument("encoder", type=Path)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    torch.manual_seed(0)
    examples = all_examples(random.Random(0))
    print(f"{len(examples)} examples", flush=True)
    tokenizer = AutoTokenizer.from_pretrained(arguments.encoder)
    model = AutoModelForSequenceClassification.from_pretrained(
        arguments.encoder, num_labels=len(Question)
    )
    model.mpnet.encoder.layer = model.mpnet.encoder.layer[:LAYERS]
    model.config.num_hidden_layers = LAYERS
    for name, weights in model.named_parameters():
        weights.requires_grad = not FROZEN.search(name)
    train(model, tokenizer, examples)
    export(model, arguments.encoder / "tokenizer.json", arguments.folder)


def all_examples(order: random.Random) -> list[Example]:
    """All that is learned from, the same each time."""
    knew = answers_of(KNEW)
    found = [one for name in TAUGHT for one in announcements(name, order, knew)]
    found += [
        one for name in sets("*/replies.jsonl", REPLIES_UP_TO) for one in replies(name)
        if order.random() < PART["replies"]
    ]  # fmt: skip
    names = [*sets("*/postmortems/expected.jsonl", POSTMORTEMS_UP_TO), "postmortems_more"]
    return found + [
        one for name in names for document in examples_of(name)
        for one in passages(document, order)
    ]  # fmt: skip


def sets(files: str, last: int) -> list[str]:
    """The sets that have such a file and are not later than the last that is learned from."""
    names = sorted({Path(f).relative_to(CORPUS).parts[0] for f in CORPUS.glob(files)})
    numbered = {name: re.fullmatch(r"learn(\d+)", name) for name in names}
    return [name for name, found in numbered.items() if not found or int(found[1]) <= last]


def announcements(
    name: str, order: random.Random, knew: Callable[[tuple[str, str]], float]
) -> Iterator[Example]:
    """Each announcement beside each entry that is weighed for it, as it will be asked."""
    memory = load_memory(CORPUS / name / "entries.jsonl")
    texts = [str(raw["text"]) for raw in rows(CORPUS / name / "announcements.jsonl")]
    for raw in rows(CORPUS / name / "announcements.jsonl"):
        reading, hits = ruled(raw, memory)
        for hit in hits:
            answer = float(hit.entry.id in raw["expect"])
            if hit.evidence:
                own, whole = hit.evidence.clause, hit.evidence.texts[1]
                again = own != whole and order.random() < PART["own clause"]
                seen, part = [whole, own] if again else [whole], 1.0
            elif hit.why.why_not not in CLOSED:
                frame = reading.frames[0] if reading.frames else None
                seen, part = (
                    [around(frame, reading.text) if frame else reading.text],
                    PART["closed"],
                )
            else:
                continue
            for pair in [(told(hit.entry), text) for text in seen]:
                kept = part * (SURE_KEPT if knew(pair) < SURE else 1.0)
                if not answer and order.random() > kept:
                    continue
                yield Example(Question.REPEATS, pair, answer)
                if hit.evidence and order.random() < PART["padded"]:
                    yield Example(
                        Question.REPEATS, (pair[0], padded(pair[1], texts, order)), answer
                    )


def padded(text: str, others: list[str], order: random.Random) -> str:
    """A text with another announcement before or behind it."""
    beside = order.choice(others)[:160]
    return f"{beside} {text}" if order.random() < 0.5 else f"{text} {beside}"


def replies(name: str) -> Iterator[Example]:
    """Each reply beside its announcement."""
    for case in load_replies(name):
        texts = texts_of_reply(case["announcement"], plain_of(case["text"]))
        if texts[1]:
            yield Example(Question.CORRECTS, texts, float(case["is_correction"]))


def passages(document: Postmortem, order: random.Random) -> Iterator[Example]:
    """Each candidate of a postmortem, wherever its service was found."""
    for number, worse in worse_in(document).items():
        eligible = is_eligible(document.story, number)
        if worse or eligible or order.random() < PART["not eligible"]:
            texts = texts_of(document.story, number)
            yield Example(Question.WORSENED, texts, float(worse))


def answers_of(commit: str) -> Callable[[tuple[str, str]], float]:
    """What the network of a commit says whether the one repeats the other, out of git."""

    def file(name: str) -> bytes:
        shown = ["git", "show", f"{commit}:bot/domain/sense/{name}"]
        return subprocess.run(shown, check=True, capture_output=True).stdout

    session = InferenceSession(file("network.onnx"), providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_str(file("tokenizer.json").decode("utf-8"))
    tokenizer.enable_truncation(LONGEST)

    def answer(pair: tuple[str, str]) -> float:
        read = tokenizer.encode(*pair)
        given = {"ids": read.ids, "mask": read.attention_mask, "parts": read.type_ids}
        (answers,) = session.run(None, {name: np.array([one]) for name, one in given.items()})
        return float(answers[0][Question.REPEATS])

    return answer


def train(model: torch.nn.Module, tokenizer: object, examples: list[Example]) -> None:
    """Trains the model in place, once with each example, in an order that is the same each time."""
    taught = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    head = [p for name, p in taught if name.startswith("classifier")]
    body = [p for name, p in taught if not name.startswith("classifier")]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": RATE}, {"params": head, "lr": HEAD_RATE}], weight_decay=DECAY
    )
    batches = list(batched(examples, random.Random(0)))
    slope = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM) * max(0.02, 1 - step / len(batches))
    )
    model.train()
    started, losses = monotonic(), []
    for step, batch in enumerate(batches, start=1):
        longest = max(
            LONGEST_PASSAGE if b.question is Question.WORSENED else LONGEST for b in batch
        )
        read_ = tokenizer(
            [one.texts[0] for one in batch], [one.texts[1] for one in batch],
            padding=True, truncation=True, max_length=longest, return_tensors="pt",
        )  # fmt: skip
        asked = torch.tensor([int(one.question) for one in batch])
        with torch.autocast("cpu", torch.bfloat16):
            answers = model(**read_).logits
        loss = binary_cross_entropy_with_logits(
            answers.float()[torch.arange(len(batch)), asked],
            torch.tensor([one.answer for one in batch]),
        )
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        slope.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if step % 50 == 0:
            mean, seconds = sum(losses[-100:]) / len(losses[-100:]), monotonic() - started
            print(f"{step} of {len(batches)}, loss {mean:.3f}, {seconds:.0f} s", flush=True)


def batched(examples: list[Example], order: random.Random) -> Iterator[list[Example]]:
    """The examples in batches of like lengths, shuffled."""
    examples = order.sample(examples, len(examples))
    size = BATCH * POOL
    pools = [examples[at : at + size] for at in range(0, len(examples), size)]
    pools = [sorted(pool, key=lambda one: sum(map(len, one.texts))) for pool in pools]
    batches = [pool[at : at + BATCH] for pool in pools for at in range(0, len(pool), BATCH)]
    order.shuffle(batches)
    yield from batches


class _Answers(torch.nn.Module):
    """The model with its answers alone as output."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()
        self.model = model

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return self.model(input_ids=ids, attention_mask=mask).logits


def export(model: torch.nn.Module, tokenizer: Path, folder: Path) -> None:
    """Writes what is shipped; seven bits of eight are used, so that no machine overflows."""
    ids, whole = torch.full((2, 16), 5), folder / "whole.onnx"
    torch.onnx.export(
        _Answers(model.float().eval()), (ids, torch.ones_like(ids)), str(whole),
        dynamo=False, opset_version=17, input_names=["ids", "mask"], output_names=["answers"],
        dynamic_axes={name: {0: "pairs", 1: "pieces"} for name in ("ids", "mask")},
    )  # fmt: skip
    network, pieces = folder / "network.onnx", folder / "tokenizer.json"
    quantize_dynamic(  # by column: with one scale for a matrix its answers are worth nothing
        str(whole), str(network), weight_type=QuantType.QInt8, reduce_range=True, per_channel=True
    )
    whole.unlink()
    bare = {**json.loads(tokenizer.read_text("utf-8")), "truncation": None, "padding": None}
    pieces.write_text(json.dumps(bare, ensure_ascii=False), encoding="utf-8")
    sums = [f"{sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in (network, pieces)]
    (folder / "sha256sums").write_text("".join(sums), encoding="utf-8")


if __name__ == "__main__":
    main()

"""python -m tests.eval.train_sense FOLDER: trains the language model of `bot/domain/sense`.

Starts from the sentence encoder all-MiniLM-L6-v2 (Apache-2.0) and teaches it the questions of
`Question` and one more at once, from the labelled sets. Sets later than `FIRST` are left out: the
trees of `matching/trees.json` are learned from its answers about them, and replies are tried on
theirs. Writes the trained model, `network.onnx` with weights of eight bits and `tokenizer.json`
into FOLDER. About an hour on two cores. Needs what `docs/sense.md` says.

--on FROM    goes on from the model in FROM with the sets up to `LATEST`, and with a part of the
             earlier ones, so that they are not forgotten: the model that is shipped
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch.nn.functional import binary_cross_entropy_with_logits
from torch.nn.utils import clip_grad_norm_
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from bot.domain.match import WhyNot
from bot.domain.matching.evidence import around, told
from bot.domain.postmortem.story import Story
from bot.domain.reading.reply_plain import plain_of
from bot.domain.reading.reply_sense import texts_of_reply
from bot.domain.sense import MOST_TOKENS, Question
from tests.eval.matching import CORPUS, load_memory, rows, ruled
from tests.eval.replies import load as load_replies
from tests.eval.train_postmortems import examples_of, folder_of

FIRST, LATEST = {"s": 30, "learn": 16}, {"s": 43, "learn": 18}
"""The last sets, by the beginning of their names, that are learned from at first and in all."""
HARMED, QUESTIONS = 2, 3
"""A third question is trained along: did a deed of a postmortem do harm? Nobody asks it: what it
answers did not make the choice of drafts better on sets that nobody had read."""
AGAIN = 0.1
"""Part of the sets of the first training that is learned again when it goes on."""
EPOCHS, EPOCHS_ON = 4, 2
RATE, RATE_ON, HEAD_RATE = 1e-4, 4e-5, 1e-3
BATCH, DECAY, WARM, POOL = 24, 0.01, 150, 30
CLOSED = {
    WhyNot.EXPIRED, WhyNot.OTHER_ENVIRONMENT, WhyNot.OTHER_SERVICE, WhyNot.OUTSIDE_WINDOW,
}  # fmt: skip


class Example(NamedTuple):
    """A question with its answer."""

    question: int
    texts: tuple[str, str]
    answer: float


def main() -> None:
    """Trains, and writes into the folder that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m tests.eval.train_sense")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--encoder", default="sentence-transformers/all-MiniLM-L6-v2")
    parser.add_argument("--on", type=Path)
    arguments = parser.parse_args()
    start, epochs, rate = arguments.encoder, EPOCHS, RATE
    examples = [one for name in sets_up_to(FIRST) for one in examples_of_set(name)]
    if arguments.on:
        start, epochs, rate = arguments.on, EPOCHS_ON, RATE_ON
        examples = random.Random(0).sample(examples, int(AGAIN * len(examples)))
        later = [name for name in sets_up_to(LATEST) if name not in sets_up_to(FIRST)]
        examples += [one for name in later for one in examples_of_set(name)]
    counts = [sum(one.question == question for one in examples) for question in range(QUESTIONS)]
    print(f"examples: {counts}", flush=True)
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(start)
    model = AutoModelForSequenceClassification.from_pretrained(start, num_labels=QUESTIONS)
    train(model, tokenizer, examples, epochs, rate)
    model.save_pretrained(arguments.folder)
    tokenizer.save_pretrained(arguments.folder)
    export(model, arguments.folder)


def sets_up_to(last: dict[str, int]) -> list[str]:
    """The sets that have no number, or one that is not later."""
    names = sorted(folder.name for folder in CORPUS.iterdir() if folder.is_dir())
    numbered = {name: re.fullmatch(r"(s|learn)(\d+)", name) for name in names}
    return [n for n, found in numbered.items() if not found or int(found[2]) <= last[found[1]]]


def examples_of_set(name: str) -> Iterator[Example]:
    """All that a set tells."""
    if (CORPUS / name / "announcements.jsonl").exists():
        yield from announcements(name)
    yield from replies(name)
    if (folder_of(name) / "expected.jsonl").exists() and "toolcalls" not in name:
        yield from postmortems(name)


def announcements(name: str) -> Iterator[Example]:
    """Each announcement beside each entry whose service, environment and time agree."""
    memory = load_memory(CORPUS / name / "entries.jsonl")
    for raw in rows(CORPUS / name / "announcements.jsonl"):
        reading, hits = ruled(raw, memory)
        beside = {
            hit.entry.id
            for hit in hits
            if hit.evidence or hit.matches or hit.why.why_not not in CLOSED
        }
        for entry_id in sorted(beside | set(raw["expect"])):
            text = around(reading.frames[0], reading.text) if reading.frames else reading.text
            texts = (told(memory.get(entry_id)), text)
            yield Example(Question.REPEATS, texts, float(entry_id in raw["expect"]))


def replies(name: str) -> Iterator[Example]:
    """Each reply beside its announcement."""
    for case in load_replies(name):
        texts = texts_of_reply(case["announcement"], plain_of(case["text"]))
        if texts[1]:
            yield Example(Question.CORRECTS, texts, float(case["is_correction"]))


def postmortems(name: str) -> Iterator[Example]:
    """Each candidate of a document, but for those that count neither way."""
    for one in examples_of(name):
        harmful = set().union(*one.goals)
        for number in range(len(one.story.candidates)):
            if number not in one.free:
                yield Example(HARMED, passage_of(one.story, number), float(number in harmful))


def passage_of(story: Story, number: int) -> tuple[str, str]:
    """How a passage comes to a candidate's sentence, and how it goes on."""
    at = story.candidates[number].index
    texts = [sentence.text for sentence in story.sentences[max(0, at - 1) : at + 3]]
    own = min(at, 1)
    before, after = ([text[:120] for text in part] for part in (texts[:own], texts[own + 1 :]))
    return " ".join([*before, "*", texts[own][:220]]), " ".join(after)


def train(
    model: torch.nn.Module, tokenizer: object, examples: list[Example], epochs: int, rate: float
) -> None:
    """Trains the model in place, in an order that is the same each time."""
    head = [p for name, p in model.named_parameters() if name.startswith("classifier")]
    body = [p for name, p in model.named_parameters() if not name.startswith("classifier")]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": rate}, {"params": head, "lr": HEAD_RATE * rate / RATE}],
        weight_decay=DECAY,
    )
    order = random.Random(0)
    batches = [batch for _ in range(epochs) for batch in batched(examples, order)]
    slope = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM) * (1 - step / len(batches))
    )
    model.train()
    started, losses = monotonic(), [0.0]
    for step, batch in enumerate(batches, start=1):
        read_ = tokenizer(
            [one.texts[0] for one in batch], [one.texts[1] for one in batch],
            padding=True, truncation=True, max_length=MOST_TOKENS, return_tensors="pt",
        )  # fmt: skip
        asked = torch.tensor([int(one.question) for one in batch])
        answers = model(**read_).logits[torch.arange(len(batch)), asked]
        loss = binary_cross_entropy_with_logits(
            answers, torch.tensor([one.answer for one in batch])
        )
        loss.backward()
        clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        slope.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        if step % 100 == 0:
            mean = sum(losses[-100:]) / 100
            seconds = monotonic() - started
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

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, parts: torch.Tensor) -> torch.Tensor:
        return self.model(input_ids=ids, attention_mask=mask, token_type_ids=parts).logits


def export(model: torch.nn.Module, folder: Path) -> None:
    """Writes `network.onnx` and its sum; seven bits of eight are used: no machine overflows."""
    one, whole = torch.ones(2, 16, dtype=torch.long), folder / "whole.onnx"
    torch.onnx.export(
        _Answers(model.eval()), (one, one, one * 0), str(whole), dynamo=False, opset_version=17,
        input_names=["ids", "mask", "parts"], output_names=["answers"],
        dynamic_axes={name: {0: "pairs", 1: "pieces"} for name in ("ids", "mask", "parts")},
    )  # fmt: skip
    network = folder / "network.onnx"
    quantize_dynamic(str(whole), str(network), weight_type=QuantType.QInt8, reduce_range=True)
    told = f"{sha256(network.read_bytes()).hexdigest()}  {network.name}\n"
    (folder / f"{network.name}.sha256").write_text(told)


if __name__ == "__main__":
    main()

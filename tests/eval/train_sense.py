"""python -m tests.eval.train_sense FOLDER: trains the language model of `bot/domain/sense` on.

Goes on from the network that is shipped, with the sets of `TAUGHT`, a part of what it was taught
before, so that it is not forgotten, and the replies. Writes `network.onnx`, with weights of eight
bits, into FOLDER. About an hour on two cores. `docs/sense.md` says what it needs and how the
first network came about.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from hashlib import sha256
from importlib import resources
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch.nn.functional import binary_cross_entropy_with_logits
from torch.nn.utils import clip_grad_norm_
from transformers import AutoModelForSequenceClassification, AutoTokenizer

from bot.domain.match import WhyNot
from bot.domain.matching.evidence import around, told
from bot.domain.reading.reply.plain import plain_of
from bot.domain.reading.reply.sense import texts_of_reply
from bot.domain.sense import Question, load_sense
from tests.eval.matching import CORPUS, load_memory, rows, ruled
from tests.eval.replies import load as load_replies

TAUGHT = range(91, 138)
"""The sets that are learned from."""
BEFORE = range(1, 91)
"""The sets that it was taught before."""
REPLIES_UP_TO = 18
AGAIN = {"matching": 0.1, "replies": 0.5, "closed": 0.25}
"""Which parts are learned again: of earlier sets, of replies, of actions not even planned."""
PADDED = 0.15
"""Part of the pairs that come once more with other announcements around them: who repeats an
action and chats beside it repeats it all the same."""
SURE, SURE_KEPT = -3.3, 0.12
"""Of the pairs to which the network already says a sure no, rightly, few are learned from."""
FROZEN = re.compile(r"embeddings|layer\.[012]\.")
"""What is not trained on: the meanings of words and the three lowest layers."""
EPOCHS, RATE, HEAD_RATE = 2, 6e-5, 5e-4
BATCH, DECAY, WARM, POOL = 24, 0.01, 60, 30
LONGEST = 112
"""Pieces of words of both texts together that are learned from."""
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
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    order = random.Random(0)
    examples = [one for one in all_examples(order) if tells(one, order)]
    print(f"{len(examples)} examples", flush=True)
    torch.manual_seed(0)
    tokenizer = AutoTokenizer.from_pretrained(arguments.encoder)
    model = AutoModelForSequenceClassification.from_pretrained(
        arguments.encoder, num_labels=len(Question)
    )
    model.load_state_dict(shipped())
    for name, weights in model.named_parameters():
        weights.requires_grad = not FROZEN.search(name)
    train(model, tokenizer, examples)
    export(model, arguments.folder)


def shipped() -> dict[str, torch.Tensor]:
    """The weights of the network that comes with negmem, out of their eight bits."""
    graph = onnx.load(str(resources.files("bot.domain.sense") / "network.onnx")).graph
    known = {one.name: onnx.numpy_helper.to_array(one) for one in graph.initializer}
    weights = {
        name.removeprefix("model."): value for name, value in known.items()
        if name.startswith("model.") and not re.search("_(?:scale|zero_point|quantized)$", name)
    }  # fmt: skip
    names = {
        node.input[1]: f"model{node.name.replace('/model', '').replace('/', '.')}"
        for node in graph.node if node.op_type == "MatMulInteger"
    }  # fmt: skip
    for stored in (name for name in known if name.endswith("_quantized")):
        name = stored.removesuffix("_quantized")
        scale, zero = known[f"{name}_scale"], known[f"{name}_zero_point"]
        value = (known[stored].astype(np.float32) - zero.astype(np.float32)) * scale
        if name.startswith("onnx::"):
            name, value = re.sub(r"\.MatMul(?:_quant)?$", ".weight", names[stored]), value.T
        elif name.endswith("_Transposed"):
            name, value = name.removesuffix("_Transposed"), value.T
        weights[name.removeprefix("model.")] = value
    for name in ("classifier.weight", "classifier.bias"):
        weights[name] = weights[name][: len(Question)]
    return {name: torch.tensor(np.ascontiguousarray(value)) for name, value in weights.items()}


def all_examples(order: random.Random) -> list[Example]:
    """All that is learned from, the same each time."""
    now = [one for number in TAUGHT for one in announcements(f"s{number}", order)]
    earlier = [one for number in BEFORE for one in announcements(f"s{number}", order)]
    said = [one for name in sets_of_replies() for one in replies(name)]
    again = order.sample(earlier, int(AGAIN["matching"] * len(earlier)))
    return [*now, *again, *order.sample(said, int(AGAIN["replies"] * len(said)))]


def sets_of_replies() -> list[str]:
    """The sets that have replies and are not later than the last that is learned from."""
    names = sorted(folder.parent.name for folder in CORPUS.glob("*/replies.jsonl"))
    numbered = {name: re.fullmatch(r"learn(\d+)", name) for name in names}
    return [n for n, found in numbered.items() if not found or int(found[1]) <= REPLIES_UP_TO]


def announcements(name: str, order: random.Random) -> Iterator[Example]:
    """Each announcement beside each entry that is weighed for it, as it will be asked."""
    memory = load_memory(CORPUS / name / "entries.jsonl")
    texts = [str(raw["text"]) for raw in rows(CORPUS / name / "announcements.jsonl")]
    for raw in rows(CORPUS / name / "announcements.jsonl"):
        reading, hits = ruled(raw, memory)
        for hit in hits:
            answer = float(hit.entry.id in raw["expect"])
            if hit.evidence:
                own, whole = hit.evidence.clause, hit.evidence.texts[1]
                seen = [whole] if own == whole else [whole, own]
                if order.random() < PADDED:
                    seen.append(padded(own, texts, order))
            elif hit.why.why_not not in CLOSED and (answer or order.random() < AGAIN["closed"]):
                frame = reading.frames[0] if reading.frames else None
                seen = [around(frame, reading.text) if frame else reading.text]
            else:
                continue
            for text in seen:
                yield Example(Question.REPEATS, (told(hit.entry), text), answer)


def tells(one: Example, order: random.Random) -> bool:
    """Whether something is to be learned from it."""
    if one.answer or one.question != Question.REPEATS:
        return True
    (answer,) = load_sense().ask(Question.REPEATS, [one.texts])
    return answer > SURE or order.random() < SURE_KEPT


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


def train(model: torch.nn.Module, tokenizer: object, examples: list[Example]) -> None:
    """Trains the model in place, in an order that is the same each time."""
    taught = [(name, p) for name, p in model.named_parameters() if p.requires_grad]
    head = [p for name, p in taught if name.startswith("classifier")]
    body = [p for name, p in taught if not name.startswith("classifier")]
    optimizer = torch.optim.AdamW(
        [{"params": body, "lr": RATE}, {"params": head, "lr": HEAD_RATE}],
        weight_decay=DECAY,
    )
    order = random.Random(0)
    batches = [batch for _ in range(EPOCHS) for batch in batched(examples, order)]
    slope = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / WARM) * (1 - step / len(batches))
    )
    model.train()
    started, losses = monotonic(), [0.0]
    for step, batch in enumerate(batches, start=1):
        read_ = tokenizer(
            [one.texts[0] for one in batch], [one.texts[1] for one in batch],
            padding=True, truncation=True, max_length=LONGEST, return_tensors="pt",
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
        if step % 50 == 0:
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
    """Writes `network.onnx` and the sums; seven bits of eight are used: no machine overflows."""
    one, whole = torch.ones(2, 16, dtype=torch.long), folder / "whole.onnx"
    torch.onnx.export(
        _Answers(model.eval()), (one, one, one * 0), str(whole), dynamo=False, opset_version=17,
        input_names=["ids", "mask", "parts"], output_names=["answers"],
        dynamic_axes={name: {0: "pairs", 1: "pieces"} for name in ("ids", "mask", "parts")},
    )  # fmt: skip
    network = folder / "network.onnx"
    quantize_dynamic(str(whole), str(network), weight_type=QuantType.QInt8, reduce_range=True)
    tokenizer = resources.files("bot.domain.sense") / "tokenizer.json"  # stays as it is
    sums = [f"{sha256(f.read_bytes()).hexdigest()}  {f.name}\n" for f in (network, tokenizer)]
    (folder / "sha256sums").write_text("".join(sums))


if __name__ == "__main__":
    main()

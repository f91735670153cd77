"""Measures whether the advice about a camera names the right cause, on made pictures that are bad for one
reason each (`tests/rigs/bad_pictures.py`).

    python benchmarks/camera_advice.py [--seeds N] [--causes CAUSE ...]

The pictures go through `companion doctor`'s check of a camera; what its first sentence names counts.
"""

from __future__ import annotations

import argparse
from collections import Counter

from tests.rigs.bad_pictures import BY_CAUSE, first_advice
from tests.rigs.figures import row

NAMES = {
    "small": "640 x 480 pixels",
    "slant": "slant of 55 to 65 degrees",
    "mirrored": "mirrored",
    "negative": "negative",
    "far": "too far away, 1280 x 720 pixels",
    "flicker": "a lamp flickers, in bands",
    "bright": "too bright",
    "blur": "out of focus",
    "dark": "dark",
    "none": "sharp and lit, without a tag",
    "": "nothing is wrong",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--causes", nargs="*", default=list(BY_CAUSE), choices=list(BY_CAUSE))
    args = parser.parse_args()
    for cause in args.causes:
        named: Counter[str] = Counter()
        for seed in range(args.seeds):
            advice = first_advice(BY_CAUSE[cause](seed))
            named[advice.cause] += 1
            if advice.cause != cause:
                print(f"  {cause or 'good'}, seed {seed}: {advice.sentence}", flush=True)
        others = ", ".join(f"{NAMES[c]} {n}" for c, n in named.most_common() if c != cause)
        row(NAMES[cause], named_rightly=f"{named[cause]} of {args.seeds}", otherwise=others)


if __name__ == "__main__":
    main()

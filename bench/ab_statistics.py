"""What pairs of rates say about two programs: the median ratio, its interval, and the sentence about it.

Nothing is assumed about how ratios scatter (on a shared machine they have long tails): if m is the median of where they
come from, each of n ratios lies below m as a coin falls, so the k-th smallest and the k-th largest enclose m unless
fewer than k of n coins show one of their sides.
"""

import math
import statistics
from dataclasses import dataclass

WANTED = 0.95


def coverage(n, k):
    """How likely the k-th smallest and the k-th largest of n values enclose the median of where they come from."""
    return 1 - 2 * sum(math.comb(n, heads) for heads in range(k)) / 2**n


def rank_for(n, wanted=WANTED):
    """The largest k with that coverage; 1 where even the least and the most of n values have less."""
    return max([1] + [k for k in range(1, n // 2 + 1) if coverage(n, k) >= wanted])


def fewest_pairs(wanted=WANTED):
    """So few values that their least and most enclose the median as surely as wanted."""
    return next(n for n in range(2, 1000) if coverage(n, 1) >= wanted)


@dataclass(frozen=True)
class Ratio:
    median: float
    low: float
    high: float
    coverage: float

    @property
    def sure(self):
        return self.coverage >= WANTED


def ratio_of(ratios):
    """The median of some ratios with its interval."""
    n, k = len(ratios), rank_for(len(ratios))
    ordered = sorted(ratios)
    return Ratio(statistics.median(ordered), ordered[k - 1], ordered[n - k], coverage(n, k))


def percent(ratio):
    return abs(ratio - 1) * 100


def verdict(ratio):
    """In words, what the rates of B over those of A prove."""
    if not ratio.sure:
        return (f"too few pairs to prove anything: B/A between {ratio.low:.3f} and {ratio.high:.3f} "
                f"at {ratio.coverage:.1%}; {fewest_pairs()} are needed")
    if ratio.low <= 1 <= ratio.high:
        return f"no difference seen: B/A between {ratio.low:.3f} and {ratio.high:.3f}"
    word, near, far = ("faster", ratio.low, ratio.high) if ratio.low > 1 else ("slower", ratio.high, ratio.low)
    return f"B is {word} by {percent(ratio.median):.1f} % ({percent(near):.1f} to {percent(far):.1f})"


def shown_within(ratio, most_percent):
    """Whether it is shown that B is slower by no more than that."""
    return ratio.sure and ratio.low >= 1 - most_percent / 100

"""What comes out of a comparison: reads results, tells whether the work was the same, writes the table."""

import json

# A peer that finds fewer contacts has less to do.
CONTACTS_WITHIN = 0.10

# Cores at work for others.
MUCH_COMPANY = 0.2

HEADINGS = ["engine", "forces", "threads", "dt, s", "updates/s", "least", "most", "simulated s per wall s",
            "contacts per grain", "overlapping pairs per body", "scree is faster by"]


def result_in(output):
    """The JSON object on the last line that holds one; engines say other things before it."""
    for line in reversed(output.splitlines()):
        if line.startswith("{"):
            return json.loads(line)
    raise ValueError("it printed no result:\n" + "\n".join(output.splitlines()[-15:]))


def scree_result(bench, summary, overlaps):
    """`scree bench --json` in the words of the peers. The counts are those of the bed that the peers get."""
    return bench | {"engine": "scree", "grains": summary["dynamic_bodies"],
                    "overlapping_pairs": summary["overlapping_pairs"], "coordination": summary["coordination"],
                    "overlap_volume_mean": sum(overlaps) / len(overlaps), "overlap_volume_max": max(overlaps)}


def name(result):
    return f"{result['engine']} on {result['threads']}"


def ours_for(result, ours):
    """Our result with as many threads."""
    return next(mine for mine in ours if mine["threads"] == result["threads"])


def speedup(result, ours):
    return ours_for(result, ours)["updates_per_second"] / result["updates_per_second"]


def relative(value, wanted):
    return value / wanted - 1


def problems(ours, yades, length, young):
    """Why Yade's work was not ours; an empty list if it was."""
    found = []

    def demand(what, value, wanted, within):
        if not abs(relative(value, wanted)) <= within:
            found.append(f"{what}: {value:.6g}, not within {within:.2g} of {wanted:.6g}")

    for yade in yades:
        mine = ours_for(yade, ours)
        demand(f"{name(yade)}: contacts per grain", yade["coordination"], mine["coordination"], CONTACTS_WITHIN)
        demand(f"{name(yade)}: dt", yade["dt"], mine["dt"], 1e-9)
        demand(f"{name(yade)}: bodies", yade["bodies"], mine["bodies"], 0)
        demand(f"{name(yade)}: force per overlap volume", yade["force_per_volume"], young / length, 1e-6)
        demand(f"{name(yade)}: the same at walls", yade["force_per_volume_at_walls"], young / (2 * length), 1e-6)
        demand(f"{name(yade)}: volume of the grains over ours", yade["volume_ratio"], 1, 1e-4)
    return found


def too_slow(ours, yades, at_least):
    return [f"{name(yade)}: scree is {speedup(yade, ours):.0f} times as fast, not {at_least:g}"
            for yade in yades if at_least and speedup(yade, ours) < at_least]


def crowd(results):
    """Who else was at work; on a crowded machine only large factors mean something."""
    each = ", ".join(f"{name(r)} {r['cores_of_others']:.1f}" for r in results)
    verdict = " **Too many: measure again.**" if max(r["cores_of_others"] for r in results) > MUCH_COMPANY else ""
    return f"Cores that other programs kept busy meanwhile: {each}.{verdict}"


def remarks(ours, yades, summary, length, young):
    """Everything else that must be equal, or known, for the table to mean something."""
    lines = [
        f"Medians of {ours[0]['repeats']} stretches. The bed is `drum` at {summary['time']:.4g} s: {summary['bodies']} "
        f"bodies, {summary['dynamic_bodies']} of them grains, state_hash {summary['state_hash']}.",
        f"scree: Y = {young:g} Pa, l = {length:.5g} m for two grains (the mean; twice that at walls), "
        f"Y/l = {young / length:.5g} N/m^3, dt = {summary['dt']:g} s, "
        f"max_overlap {100 * summary['max_overlap']:.2g} % of a diameter."]
    if not yades:
        return lines
    lines.append(f"Yade: young = 2 Y/l = {2 * young / length:.5g} Pa/m for grains, a third of it for walls; force per "
                 f"overlap volume {yades[0]['force_per_volume']:.5g} N/m^3, at walls "
                 f"{yades[0]['force_per_volume_at_walls']:.5g} N/m^3, dt = {yades[0]['dt']:g} s.")
    lines.append("Overlap volumes in thousandths of a grain, mean and largest: " + ", ".join(
        f"{name(r)} {1000 * r['overlap_volume_mean']:.2g} and {1000 * r['overlap_volume_max']:.2g}"
        for r in [ours[0], *yades]) + ".")
    more = {name(y): relative(y["coordination"], ours_for(y, ours)["coordination"]) for y in yades}
    listed = ", ".join(f"{engine} {100 * share:+.1f} %" for engine, share in more.items())
    lines.append(f"Contacts per grain against scree's: {listed}.")
    return lines


def thousands(number):
    """Three digits, with commas: 417,000."""
    digits = max(0, len(str(int(number))) - 3)
    return f"{round(number, -digits):,.0f}"


def row(result, forces, ours):
    rate = result["updates_per_second"]
    faster = "" if result in ours else f"{speedup(result, ours):.3g}"
    return [result["engine"], forces, str(result["threads"]), f"{result['dt']:g}", thousands(rate),
            thousands(result["updates_per_second_min"]), thousands(result["updates_per_second_max"]),
            f"{rate * result['dt'] / result['bodies']:.2g}", f"{result['coordination']:.2f}",
            f"{result['overlapping_pairs'] / result['bodies']:.2f}", faster]


def markdown(headings, rows):
    lines = [headings, ["---"] * len(headings), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def comparison(ours, yades, bullets):
    forces = "overlap volume"
    rows = [row(mine, forces, ours) for mine in ours]
    rows += [row(yade, forces, ours) for yade in yades]
    rows += [row(bullet, "impulses, rigid", ours) for bullet in bullets]
    return markdown(HEADINGS, rows)

"""What comes out of the comparison in the plane: the tables, and whether both engines had the same pile."""

import statistics

import table

SPEED = ["engine", "threads", "dt, s", "grain updates/s", "least", "most", "simulated s per wall s",
         "updates/s, scree's over it", "simulated s per wall s, it over scree's"]
STATE = ["engine", "dt, s", "contacts per grain", "mean overlap, % of d", "largest", "kinetic energy, J", "moved, d",
         "surface", "surface, turned", "contacts per grain, turned", "outside"]


def scree_result(ends):
    """Rates between the ends of stretches; summaries count from the run's beginning. Grains only, as for Box2D."""
    rates = sorted(end["dynamic_bodies"] * (end["steps"] - begin["steps"]) / (end["wall"] - begin["wall"])
                   for begin, end in zip(ends, ends[1:]))
    last = ends[-1]
    return {"engine": "scree", "threads": last["threads"], "grains": last["dynamic_bodies"], "dt": last["dt"],
            "updates_per_second": statistics.median(rates), "updates_per_second_min": rates[0],
            "updates_per_second_max": rates[-1], "state_hash": last["state_hash"],
            "cores_of_others": max(end["cores_of_others"] for end in ends[1:])}


def simulated(result):
    """Seconds per second of the clock on the wall."""
    return result["updates_per_second"] * result["dt"] / result["grains"]


def speed_row(result, ours):
    """Factors are against ours on as many threads."""
    mine, rate = table.ours_for(result, ours), result["updates_per_second"]
    factors = ["", ""]
    if result not in ours:
        factors = [f"{mine['updates_per_second'] / rate:.3g}", f"{simulated(result) / simulated(mine):.3g}"]
    return [result["engine"], str(result["threads"]), f"{result['dt']:.3g}", table.thousands(rate),
            table.thousands(result["updates_per_second_min"]), table.thousands(result["updates_per_second_max"]),
            f"{simulated(result):.2g}", *factors]


def state_row(result):
    return [result["engine"], f"{result['dt']:.3g}", f"{result['coordination']:.2f}",
            f"{100 * result['overlap_mean']:.2g}", f"{100 * result['overlap_max']:.2g}",
            f"{result['kinetic_energy']:.2g}", f"{result['crept']:.2g}", f"{result['surface_at_rest']:.0f}°",
            f"{result['surface']:.0f}°", f"{result['coordination_turned']:.2f}", str(result["outside"])]


def comparison(ours, theirs):
    """Speeds of all, and states: ours once, since they do not depend on the number of threads."""
    return (table.markdown(SPEED, [speed_row(r, ours) for r in [*ours, *theirs]]) + "\n"
            + table.markdown(STATE, [state_row(r) for r in [ours[0], *theirs]]))


def problems(summary, pairs, masses_off, theirs):
    """Why the figures would mean nothing; an empty list if they do."""
    found = []
    if abs(pairs - summary["overlapping_pairs"]) > 0.01 * summary["overlapping_pairs"]:
        found.append(f"{pairs} pairs overlap by their corners, {summary['overlapping_pairs']} in scree")
    if not masses_off < 1e-4:
        found.append(f"masses differ from area times density by {masses_off:.2g}")
    found += [f"{r['engine']} has {r['grains']} grains, scree {summary['dynamic_bodies']}"
              for r in theirs if r["grains"] != summary["dynamic_bodies"]]
    return found

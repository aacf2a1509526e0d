"""Small plots as SVG text: points and curves over linear axes. Needs nothing but Python."""

import math

COLOURS = ["#1f5f99", "#c0561b", "#3b7d3b", "#7a4b94", "#444444"]
WIDTH, HEIGHT = 560, 360
LEFT, RIGHT, TOP, BOTTOM = 66, 16, 34, 48


def ticks(low, high, about=6):
    """Round numbers that cover a range."""
    step = 10 ** math.floor(math.log10((high - low) / about))
    step *= next(f for f in (1, 2, 5, 10) if (high - low) / (step * f) <= about)
    first = math.ceil(low / step - 1e-9)
    return [step * k for k in range(first, math.floor(high / step + 1e-9) + 1)]


class Plot:
    def __init__(self, title, x_label, y_label):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.series = []

    def points(self, xs, ys, label, errors=None):
        self.series.append(("points", list(xs), list(ys), label, errors))
        return self

    def curve(self, xs, ys, label):
        self.series.append(("curve", list(xs), list(ys), label, None))
        return self

    def write(self, path):
        xs = [x for s in self.series for x in s[1]] + [0]
        ys = [y for s in self.series for y in s[2]] + [0]
        (x0, x1), (y0, y1) = (min(xs), max(xs)), (min(ys), max(ys))
        x1, y1 = x1 + 0.04 * (x1 - x0), y1 + 0.06 * (y1 - y0)

        def px(x):
            return LEFT + (x - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

        def py(y):
            return HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

        out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
               'font-family="sans-serif" font-size="12">',
               '<rect width="100%" height="100%" fill="white"/>',
               f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{self.title}</text>']
        for x in ticks(x0, x1):
            out.append(f'<path d="M{px(x):.1f} {py(y0):.1f}V{py(y1):.1f}" stroke="#dddddd"/>')
            out.append(f'<text x="{px(x):.1f}" y="{py(y0) + 16:.1f}" text-anchor="middle">{x:.6g}</text>')
        for y in ticks(y0, y1):
            out.append(f'<path d="M{px(x0):.1f} {py(y):.1f}H{px(x1):.1f}" stroke="#dddddd"/>')
            out.append(f'<text x="{LEFT - 6}" y="{py(y) + 4:.1f}" text-anchor="end">{y:.6g}</text>')
        out.append(f'<path d="M{px(x0):.1f} {py(y1):.1f}V{py(y0):.1f}H{px(x1):.1f}" stroke="black" fill="none"/>')
        out.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{self.x_label}</text>')
        out.append(f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
                   f'{self.y_label}</text>')
        for n, (kind, xs, ys, label, errors) in enumerate(self.series):
            colour = COLOURS[n % len(COLOURS)]
            if kind == "curve":
                way = "L".join(f"{px(x):.1f} {py(y):.1f}" for x, y in zip(xs, ys))
                out.append(f'<path d="M{way}" stroke="{colour}" stroke-width="1.5" fill="none"/>')
            for k, (x, y) in enumerate(zip(xs, ys) if kind == "points" else []):
                if errors:
                    out.append(f'<path d="M{px(x):.1f} {py(y - errors[k]):.1f}V{py(y + errors[k]):.1f}" '
                               f'stroke="{colour}"/>')
                out.append(f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3.5" fill="{colour}"/>')
            y = HEIGHT - BOTTOM - 14 - 16 * (len(self.series) - 1 - n)
            out.append(f'<circle cx="{WIDTH - 220}" cy="{y - 4}" r="4" fill="{colour}"/>'
                       f'<text x="{WIDTH - 210}" y="{y}">{label}</text>')
        out.append("</svg>")
        path.write_text("\n".join(out) + "\n")

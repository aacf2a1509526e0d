"""Small plots as SVG text: points and curves over linear or logarithmic axes. Needs nothing but Python."""

import math

COLOURS = ["#1f5f99", "#c0561b", "#3b7d3b", "#7a4b94", "#444444", "#b8860b", "#c71585"]
WIDTH, HEIGHT = 560, 360
LEFT, RIGHT, TOP, BOTTOM = 66, 16, 34, 48


def ticks(low, high, about=6):
    """Round numbers that cover a range."""
    step = 10 ** math.floor(math.log10((high - low) / about))
    step *= next(f for f in (1, 2, 5, 10) if (high - low) / (step * f) <= about)
    first = math.ceil(low / step - 1e-9)
    return [step * k for k in range(first, math.floor(high / step + 1e-9) + 1)]


def decades(low, high):
    """Powers of ten that cover a range of logarithms; 2 and 5 times them, too, when there are few."""
    factors = (1, 2, 5) if high - low < 2.5 else (1,)
    numbers = [f * 10.0**k for k in range(math.floor(low), math.ceil(high) + 1) for f in factors]
    return [x for x in numbers if low - 1e-9 <= math.log10(x) <= high + 1e-9]


class Plot:
    def __init__(self, title, x_label, y_label, logarithmic=False):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.logarithmic = logarithmic
        self.series = []

    def points(self, xs, ys, label, errors=None):
        self.series.append(("points", list(xs), list(ys), label, errors))
        return self

    def curve(self, xs, ys, label):
        self.series.append(("curve", list(xs), list(ys), label, None))
        return self

    def write(self, path):
        write_panels(path, [self], 1)

    def draw(self):
        """The SVG elements of the plot, without a picture around them."""
        scale = math.log10 if self.logarithmic else float
        origin = [] if self.logarithmic else [0]
        xs = [scale(x) for s in self.series for x in s[1]] + origin
        ys = [scale(y) for s in self.series for y in s[2]] + origin
        (x0, x1), (y0, y1) = (min(xs), max(xs)), (min(ys), max(ys))
        if self.logarithmic:
            x0, y0 = x0 - 0.04 * (x1 - x0) - 1e-3, y0 - 0.06 * (y1 - y0) - 1e-3
        x1, y1 = x1 + 0.04 * (x1 - x0), y1 + 0.06 * (y1 - y0)

        def px(x):
            return LEFT + (scale(x) - x0) / (x1 - x0) * (WIDTH - LEFT - RIGHT)

        def py(y):
            return HEIGHT - BOTTOM - (scale(y) - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM)

        left, bottom, top = LEFT, HEIGHT - BOTTOM, TOP
        out = [f'<text x="{WIDTH / 2}" y="20" text-anchor="middle" font-size="14">{self.title}</text>']
        for x in decades(x0, x1) if self.logarithmic else ticks(x0, x1):
            out.append(f'<path d="M{px(x):.1f} {bottom:.1f}V{top:.1f}" stroke="#dddddd"/>')
            text = f"{x:,.0f}" if self.logarithmic and x >= 1 else f"{x:.6g}"
            out.append(f'<text x="{px(x):.1f}" y="{bottom + 16:.1f}" text-anchor="middle">{text}</text>')
        for y in decades(y0, y1) if self.logarithmic else ticks(y0, y1):
            out.append(f'<path d="M{left:.1f} {py(y):.1f}H{WIDTH - RIGHT:.1f}" stroke="#dddddd"/>')
            out.append(f'<text x="{LEFT - 6}" y="{py(y) + 4:.1f}" text-anchor="end">{y:.6g}</text>')
        out.append(f'<path d="M{left:.1f} {top:.1f}V{bottom:.1f}H{WIDTH - RIGHT:.1f}" stroke="black" fill="none"/>')
        out.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{self.x_label}</text>')
        out.append(f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
                   f'{self.y_label}</text>')
        colour_of = {}  # by name: points and the curve through them look alike
        for kind, xs, ys, label, errors in self.series:
            colour = colour_of.setdefault(label, COLOURS[len(colour_of) % len(COLOURS)])
            if kind == "curve":
                way = "L".join(f"{px(x):.1f} {py(y):.1f}" for x, y in zip(xs, ys))
                out.append(f'<path d="M{way}" stroke="{colour}" stroke-width="1.5" fill="none"/>')
            for k, (x, y) in enumerate(zip(xs, ys) if kind == "points" else []):
                if errors:
                    out.append(f'<path d="M{px(x):.1f} {py(y - errors[k]):.1f}V{py(y + errors[k]):.1f}" '
                               f'stroke="{colour}"/>')
                out.append(f'<circle cx="{px(x):.1f}" cy="{py(y):.1f}" r="3.5" fill="{colour}"/>')
        for n, (label, colour) in enumerate(colour_of.items()):
            # Below on the right; times that grow with a size leave room above on the left.
            x, y = ((LEFT + 14, TOP + 14 + 16 * n) if self.logarithmic else
                    (WIDTH - 220, HEIGHT - BOTTOM - 14 - 16 * (len(colour_of) - 1 - n)))
            out.append(f'<circle cx="{x}" cy="{y - 4}" r="4" fill="{colour}"/>'
                       f'<text x="{x + 10}" y="{y}">{label}</text>')
        return out


def write_panels(path, plots, columns):
    """Several plots in one picture, row by row."""
    rows = -(-len(plots) // columns)
    width, height = columns * WIDTH, rows * HEIGHT
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
           f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="white"/>']
    for n, plot in enumerate(plots):
        out.append(f'<g transform="translate({n % columns * WIDTH} {n // columns * HEIGHT})">')
        out += [*plot.draw(), "</g>"]
    out.append("</svg>")
    path.write_text("\n".join(out) + "\n")

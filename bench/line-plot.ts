/** Lines over time as SVG: no more than a benchmark needs. */
export interface Line {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

const COLOURS = ['#1b6ca8', '#d1495b', '#2e933c', '#8f5db7', '#e08e1b', '#3b3b3b'];
const [WIDTH, HEIGHT] = [720, 380];
const AREA = { left: 60, right: WIDTH - 110, top: 40, bottom: HEIGHT - 45 };

export function linePlot(title: string, xTitle: string, yTitle: string, lines: readonly Line[]): string {
  const all = lines.flatMap(({ points }) => points);
  const xMost = Math.max(...all.map(([x]) => x));
  const yMost = Math.max(...all.map(([, y]) => y), 1e-9) * 1.05;
  const x = (value: number): number => AREA.left + (value / xMost) * (AREA.right - AREA.left);
  const y = (value: number): number => AREA.bottom - (value / yMost) * (AREA.bottom - AREA.top);
  const text = (at: readonly [number, number], content: string, more = ''): string =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${content}</text>`;
  const ticks = (most: number): number[] => Array.from({ length: 6 }, (_, at) => (most * at) / 5);
  const grid = ticks(yMost).flatMap((value) => [
    `<line x1="${AREA.left}" x2="${AREA.right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#ddd"/>`,
    text([AREA.left - 8, y(value) + 4], value.toFixed(yMost < 20 ? 1 : 0), 'text-anchor="end"'),
  ]);
  const scale = ticks(xMost).map((value) =>
    text([x(value), AREA.bottom + 18], value.toFixed(xMost < 10 ? 1 : 0), 'text-anchor="middle"'),
  );
  const drawn = lines.flatMap(({ name, points }, at) => {
    const colour = COLOURS[at % COLOURS.length];
    const way = points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ');
    const row = AREA.top + 10 + at * 20;
    return [
      `<polyline points="${way}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<line x1="${AREA.right + 14}" x2="${AREA.right + 34}" y1="${row}" y2="${row}" stroke="${colour}" stroke-width="3"/>`,
      text([AREA.right + 40, row + 4], name),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    text([AREA.left, 22], title, 'font-size="15"'),
    ...grid,
    ...scale,
    text([(AREA.left + AREA.right) / 2, HEIGHT - 8], xTitle, 'text-anchor="middle"'),
    text(
      [16, (AREA.top + AREA.bottom) / 2],
      yTitle,
      `text-anchor="middle" transform="rotate(-90 16 ${(AREA.top + AREA.bottom) / 2})"`,
    ),
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

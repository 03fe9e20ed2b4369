import { Board } from '../src/board/board.ts';
import type { Bar, BarJob, BoardData, BoardView, Interval } from '../src/board/types.ts';
import { en } from '../src/i18n/en.ts';

/** The part of the board benchmark that runs in the page: generated data and simulated input. */
const ZONE = 'Europe/Brussels';
const MONDAY = Date.parse('2026-06-01T00:00:00+02:00');
const [HOUR, DAY] = [3_600_000, 86_400_000];
const COLORS = ['#2f9e44', '#e03131', '#1971c2', '#9c36b5', '#f59f00'];

const view: BoardView = {
  zone: ZONE,
  language: 'en-GB',
  mode: 'week',
  from: '2026-06-01',
  days: 7,
  barHeight: 30,
  labels: ['{subject}', '{customer}, {city}'],
  stack: true,
  calendars: true,
  containers: true,
  hourWidth: 0,
  byTeam: true,
  travel: true,
};

/** Three kinds of working week, which resources share as they share calendars. */
const weeks: readonly (readonly Interval[])[] = [6, 8, 12].map((from) =>
  [0, 1, 2, 3, 4].flatMap((day) => [
    { start: MONDAY + day * DAY + from * HOUR, end: MONDAY + day * DAY + (from + 4) * HOUR },
    { start: MONDAY + day * DAY + (from + 5) * HOUR, end: MONDAY + day * DAY + (from + 9) * HOUR },
  ]),
);

/** Customers within a day's drive. */
const jobs: readonly BarJob[] = Array.from({ length: 977 }, (_, i) => ({
  customer: `Customer ${i}`,
  city: `City ${i % 60}`,
  contact: null,
  description: `Job ${i}`,
  site: { lat: 50.8 + (i % 31) / 60, lon: 3.2 + (i % 47) / 40 },
}));

function aBar(id: number, resources: number): Bar {
  const start = MONDAY + (id % 5) * DAY + (6 + ((id * 7) % 44) / 4) * HOUR;
  const own = `R${id % resources}`;
  return {
    id,
    version: 1,
    start,
    end: start + (2 + ((id * 13) % 10)) * (HOUR / 4),
    subject: `Boiler maintenance ${id}, customer ${id % 977}`,
    job: jobs[id % jobs.length],
    jobNo: `J${id % jobs.length}`,
    resources: id % 20 === 0 ? [own, `R${(id + 1) % resources}`] : [own],
    color: COLORS[id % COLORS.length] ?? '#888888',
    category: 'Repair',
    markerColor: id % 6 === 0 ? '#2b8a3e' : null,
    isImportant: id % 9 === 0,
    locked: id % 11 === 0,
    notification: id % 13 === 0 ? id % 3 : null,
    containers: [],
    requires: [id % 5],
    warnings:
      id % 8 === 0
        ? [{ severity: id % 16 === 0 ? 'error' : 'warning', message: 'Resource has two appointments at once' }]
        : [],
  };
}

export class Harness {
  readonly #parent = document.getElementById('board') as HTMLElement;
  #board: Board | undefined;
  #bars = new Map<number, Bar>();
  #data: BoardData = { resources: [], bars: this.#bars, busy: [], values: [] };

  generate(resources: number, bars: number): void {
    this.#bars = new Map(Array.from({ length: bars }, (_, i) => [i + 1, aBar(i + 1, resources)]));
    this.#data = {
      resources: Array.from({ length: resources }, (_, i) => ({
        no: `R${i}`,
        name: `Person ${i}`,
        note: `Team ${i % 12} · heating, pumps`,
        fields: { team: `Team ${i % 12}` },
        working: weeks[i % 3] ?? [],
        has: new Set([i % 5, (i + 1) % 5]),
      })),
      bars: this.#bars,
      busy: [],
      values: ['heating', 'pumps', 'cooling', 'gas', 'electricity'],
    };
  }

  frame(): Promise<void> {
    return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }

  /** A new board, as when the page opens. */
  async show(): Promise<void> {
    this.#board?.destroy();
    this.#board = new Board(this.#parent, view, en, {
      now: () => MONDAY + 10 * HOUR,
      command: () => {},
      selected: () => {},
    });
    this.#board.show(this.#data, view, en);
    await this.frame();
  }

  async zoom(): Promise<void> {
    this.#board?.show(this.#data, { ...view, hourWidth: 64 }, en);
    await this.frame();
  }

  async scroll(x: number, y: number): Promise<void> {
    this.#board?.element.scrollBy(x, y);
    await this.frame();
  }

  #point(type: string, x: number, y: number): void {
    const target = type === 'pointerdown' ? this.#firstFree() : this.#parent.querySelector('.ob-bars');
    target?.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: y, button: 0, pointerId: 1 }));
  }

  #firstFree(): Element | undefined {
    return [...this.#parent.querySelectorAll('.ob-bar')].find(
      (element) => !this.#bars.get(Number((element as HTMLElement).dataset['bar']))?.locked,
    );
  }

  grab(): void {
    // A made-up pointer cannot be captured.
    Element.prototype.setPointerCapture = () => {};
    const box = this.#firstFree()?.getBoundingClientRect();
    this.#point('pointerdown', (box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 8);
  }

  async dragTo(x: number, y: number): Promise<void> {
    this.#point('pointermove', x, y);
    await this.frame();
  }

  drop(): void {
    this.#point('pointercancel', 0, 0);
  }

  /** So many bars get another time at once, half of them where they are seen. */
  async update(count: number, round: number): Promise<void> {
    const ids = Array.from({ length: count }, (_, i) =>
      i % 2 === 0 ? 1 + (i % 20) + round : 1 + ((i * 389 + round) % this.#bars.size),
    );
    const before = [...new Set(ids)].flatMap((id) => this.#bars.get(id) ?? []);
    const after = before.map((bar) => ({
      ...bar,
      start: bar.start + HOUR / 4,
      end: bar.end + HOUR / 4,
      version: bar.version + 1,
    }));
    for (const bar of after) this.#bars.set(bar.id, bar);
    this.#board?.update(this.#data, before, after);
    await this.frame();
  }
}

window.harness = new Harness();

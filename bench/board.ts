import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { launch } from '../test/web/browser.ts';
import type { Harness } from '../web/bench/harness.ts';
import { median, quantile, round, table } from './figures.ts';

/** The board alone in a real browser: generated data, no network. Times are CPU of the main thread, medians of several runs. */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const RUNS = 5;
/** A notch of the wheel in one frame, where people see it in several. */
const NOTCH = 100;
const FRAMES = 40;

interface Figures {
  readonly firstRender: number;
  readonly elements: number;
  readonly scroll: number;
  readonly sideways: number;
  readonly drag: number;
  readonly live: number;
}
const TARGETS: Figures = { firstRender: 250, elements: 1500, scroll: 8, sideways: 8, drag: 30, live: 20 };
const NAMES: Readonly<Record<keyof Figures, string>> = {
  firstRender: 'first render, ms CPU',
  elements: 'DOM elements',
  scroll: 'vertical scroll, ms CPU a frame',
  sideways: 'horizontal scroll, ms CPU a frame',
  drag: 'drag, p95 ms CPU a move',
  live: 'fifty live updates at once, ms CPU',
};

const harness = (page: Page, call: string): Promise<void> => page.evaluate(`(async () => { ${call} })()`);

/** What the main thread was busy with, in ms, scripts, style, layout and paint together. */
async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

async function measure(page: Page, resources: number, bars: number): Promise<Figures> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cost = async (call: string): Promise<number> => {
    const before = await taskMs(devtools);
    await harness(page, call);
    return (await taskMs(devtools)) - before;
  };
  const times = async (count: number, call: (i: number) => string): Promise<number[]> => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push(await cost(call(i)));
    return all;
  };
  await harness(page, `harness.generate(${resources}, ${bars})`);
  // What asking itself costs is no work of the board.
  const idle = median(await times(20, () => 'await harness.frame()'));
  const net = (ms: number): number => Math.max(0, ms - idle);
  const first = await times(RUNS, () => 'await harness.show()');
  const elements = await page.evaluate<number>('document.querySelectorAll(".ob, .ob *").length');
  const scroll = await times(FRAMES, () => `await harness.scroll(0, ${NOTCH})`);
  await harness(page, 'await harness.zoom()');
  const sideways = await times(FRAMES, () => `await harness.scroll(${NOTCH}, 0)`);
  await harness(page, 'await harness.show()');
  await harness(page, 'harness.grab()');
  const drag = await times(FRAMES, (i) => `await harness.dragTo(${300 + i * 17}, ${120 + (i % 9) * 33})`);
  await harness(page, 'harness.drop()');
  const live = await times(RUNS, (i) => `await harness.update(50, ${i})`);
  await devtools.detach();
  return {
    firstRender: round(net(median(first)), 1),
    elements,
    scroll: round(net(median(scroll)), 2),
    sideways: round(net(median(sideways)), 2),
    drag: round(net(quantile(drag, 0.95)), 2),
    live: round(net(median(live)), 2),
  };
}

async function pageScript(): Promise<{ script: string; style: string }> {
  const built = await build({
    configFile: false,
    root: path.join(root, 'web'),
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: path.join(root, 'web', 'bench', 'harness.ts'), formats: ['iife'], name: 'bench' },
    },
  });
  const output = [built].flat().flatMap((each) => ('output' in each ? each.output : []));
  const script = output.find((part) => part.type === 'chunk')?.code ?? '';
  const style = output.find((part) => part.type === 'asset' && part.fileName.endsWith('.css'));
  return { script, style: style?.type === 'asset' ? String(style.source) : '' };
}

declare global {
  interface Window {
    harness: Harness;
  }
}

const { script, style } = await pageScript();
const browser = await launch();
const results: Record<string, Figures> = {};
for (const [resources, bars] of [
  [500, 10_000],
  [2000, 50_000],
] as const) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(`<style>body{margin:0}#board{position:absolute;inset:0}${style}</style><div id="board"></div>`);
  await page.addScriptTag({ content: script });
  results[`${resources} x ${bars}`] = await measure(page, resources, bars);
  await page.close();
}
await browser.close();

const [small, large] = Object.values(results) as [Figures, Figures];
const rows = (Object.keys(NAMES) as (keyof Figures)[]).map((name) => [
  NAMES[name],
  String(small[name]),
  String(TARGETS[name]),
  String(large[name]),
  String(TARGETS[name] * 2),
]);
console.log(table([['', '500 x 10,000', 'at most', '2,000 x 50,000', 'at most'], ...rows]));
const missed = (Object.keys(NAMES) as (keyof Figures)[]).filter(
  (name) => small[name] > TARGETS[name] || large[name] > TARGETS[name] * 2,
);
console.log(
  missed.length === 0 ? '\nAll targets are met.' : `\nMissed: ${missed.map((name) => NAMES[name]).join('; ')}.`,
);
const file = path.join(root, 'bench', 'results', 'board.json');
await mkdir(path.dirname(file), { recursive: true });
await writeFile(
  file,
  `${JSON.stringify({ node: process.version, results, targets: TARGETS, missed: missed.join(', ') }, null, 2)}\n`,
);
if (missed.length > 0) process.exitCode = 1;

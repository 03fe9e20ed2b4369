import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from './find-browser.ts';
import { type Shot, shots } from './shots.ts';
import { smallerPng } from './smaller-png.ts';

/**
 * Takes the pictures of the documentation: starts a service with the demo in a folder of its own, opens the pages in Chromium, and writes
 * docs/pictures/*.png. `--only planning-week,map` takes some of them. A page that is not there, or a picture that is too large, is an error.
 */
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'docs', 'pictures');
const LARGEST_BYTES = 250_000;

interface Demo {
  readonly address: string;
  readonly passwords: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

async function startDemo(): Promise<Demo> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'openslot-pictures-'));
  const child = spawn(process.execPath, [path.join(root, 'dist', 'cli.js'), 'demo', 'serve'], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', DATA_DIR: path.join(home, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const found = /Openslot is ready: (\S+) [\s\S]*--fresh/.exec(said)?.[1];
      if (found) resolve(found);
    });
    ended.then(() => reject(new Error(`The service has ended:\n${said}`)));
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(home, { recursive: true, force: true });
  };
  const address = await ready;
  const people = [...said.matchAll(/(\S+)@demo\.example +password (\S+)/g)];
  return { address, passwords: new Map(people.map(([, name = '', password = '']) => [name, password])), stop };
}

async function signIn(page: Page, { address, passwords }: Demo, who: string): Promise<void> {
  const answer = await page.request.post(`${address}/session`, {
    data: { username: `${who}@demo.example`, password: passwords.get(who) },
  });
  if (!answer.ok()) throw new Error(`${who} cannot sign in: ${await answer.text()}`);
}

async function take(browser: Browser, demo: Demo, shot: Shot): Promise<void> {
  const context = await browser.newContext({ viewport: shot.size, locale: 'en-GB', timezoneId: 'Europe/Brussels' });
  try {
    const page = await context.newPage();
    if (shot.who !== undefined) await signIn(page, demo, shot.who);
    const address = await shot.prepare?.(page, demo.address);
    const wanted = address ?? shot.path;
    await page.goto(`${demo.address}${wanted}`);
    const { role, name = /./ } = shot.waitFor;
    const shown = await page
      .getByRole(role, { name })
      .first()
      .waitFor()
      .catch((error: Error) => error);
    // A page that is not there leads to another one.
    const there = new URL(page.url()).pathname;
    if (there !== wanted.split('?')[0])
      throw new Error(`${shot.name}: there is no page ${wanted}, it leads to ${there}.`);
    if (shown) throw shown;
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => {});
    await shot.act?.(page);
    const file = path.join(folder, `${shot.name}.png`);
    const picture = smallerPng(await page.screenshot({ animations: 'disabled' }));
    const { length } = picture;
    if (length > LARGEST_BYTES) throw new Error(`${shot.name}.png has ${length} bytes; ${LARGEST_BYTES} are allowed.`);
    await writeFile(file, picture);
    process.stdout.write(`${shot.name}.png\t${Math.round(length / 1000)} KB\n`);
  } finally {
    await context.close();
  }
}

const only = process.argv.includes('--only')
  ? (process.argv[process.argv.indexOf('--only') + 1] ?? '').split(',')
  : undefined;
const unknown = only?.filter((name) => !shots.some((shot) => shot.name === name));
if (unknown?.length)
  throw new Error(`There is no picture ${unknown.join(', ')}. There are: ${shots.map(({ name }) => name).join(', ')}.`);
const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('There is no Chromium: install one, or set CHROMIUM_PATH.');
await mkdir(folder, { recursive: true });
const [demo, browser] = await Promise.all([startDemo(), chromium.launch({ executablePath, args: BROWSER_FLAGS })]);
const failed: string[] = [];
try {
  for (const shot of shots.filter(({ name }) => only?.includes(name) ?? true))
    await take(browser, demo, shot).catch((error: Error) => failed.push(error.message));
} finally {
  await browser.close();
  await demo.stop();
}
for (const message of failed) process.stderr.write(`${message}\n`);
if (failed.length > 0) process.exitCode = 1;

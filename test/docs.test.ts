import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXECUTED } from './support/executed-pages.ts';
import { startService, type TestService } from './support/service.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

interface Block {
  readonly line: number;
  readonly text: string;
}

/** Fenced blocks of one language, with the line each begins at. */
function blocks(page: string, language: string): Block[] {
  const found: Block[] = [];
  for (const match of page.matchAll(/^```(\w*)\n(.*?)^```$/gms))
    if (match[1] === language)
      found.push({ line: page.slice(0, match.index).split('\n').length, text: match[2] ?? '' });
  return found;
}

/** First line, headers and body, of a request or a response. */
function message(text: string): { first: string; headers: [string, string][]; body: string } {
  const [head = '', ...rest] = text.split('\n\n');
  const [first = '', ...lines] = head.trimEnd().split('\n');
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return { first, headers, body: rest.join('\n\n').trim() };
}

describe.each(EXECUTED)('%s', (page, atLeast) => {
  const samples = blocks(read(page), 'http');

  test('every request is followed by its response', () => {
    expect(samples.length).toBeGreaterThan(atLeast);
    for (const [at, { line, text }] of samples.entries())
      expect(text.startsWith('HTTP/1.1 '), `line ${line}`).toBe(at % 2 === 1);
  });

  test('the requests, sent in order to a new tenant, get the responses on the page', async () => {
    const { client } = await service.tenant({ timeZone: 'Europe/Brussels' });
    // The samples are from July 2026.
    service.setNow('2026-07-01T16:00:00Z');
    for (let at = 0; at < samples.length; at += 2) {
      const [request, answer] = [samples[at]!, samples[at + 1]!];
      const sent = message(request.text);
      const [method = '', target = ''] = sent.first.split(' ');
      const headers = Object.fromEntries(sent.headers.map(([name, value]) => [name.toLowerCase(), value]));
      const got = await client.send(method, target, sent.body || undefined, headers);
      const wanted = message(answer.text);
      const where = `line ${request.line}: ${sent.first}\n${got.text}`;
      expect(`HTTP/1.1 ${got.status}`, where).toBe(wanted.first.split(' ', 2).join(' '));
      for (const [name, value] of wanted.headers) expect(got.headers.get(name), `${where}\n${name}`).toBe(value);
      // The next sample expects that the job is done.
      if (got.status === 202) await service.work();
      if (wanted.body) expect(got.body, where).toMatchObject(JSON.parse(wanted.body));
    }
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe('README.md', () => {
  test.skipIf(!hasCurl)('its curl lines work', async () => {
    const { key } = await service.tenant();
    const answers: unknown[] = [];
    for (const { text } of blocks(read('README.md'), 'sh').filter((block) => block.text.includes('curl'))) {
      const script = text.replaceAll('http://127.0.0.1:8080', service.baseUrl);
      const env = { ...process.env, OPENSLOT_API_KEY: key };
      const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env, timeout: 10_000 });
      answers.push(JSON.parse(stdout));
    }
    expect(answers).toMatchObject([
      { counts: { created: 2 } },
      { taskNo: 'T-1', jobNo: 'J-1', shortDescription: 'Replace the seal', durationInSeconds: 7200 },
    ]);
  });
});

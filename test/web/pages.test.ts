import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstPageScripts } from '../../tools/first-page.mjs';
import { sharedService, type TestService } from '../support/service.ts';

const folder = fileURLToPath(new URL('../../dist/web', import.meta.url));
let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${service.baseUrl}${path}`, { redirect: 'manual', headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test('a browser that comes to the root is led to the pages, a program to the description', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect((await get('/', { accept })).headers.get('location')).toBe('/app/');
  expect((await get('/')).headers.get('location')).toBe('/docs');
});

const ADDRESSES = ['/app', '/app/', '/app/planning', '/app/planning?date=2026-03-29', '/app/no/such/page'];
test.each([...ADDRESSES, '/app/planning?asOf=2026-03-29T10:00:00Z'])(
  'every address below /app is the page: %s',
  async (path) => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(text).toContain('<div id="root">');
  },
);

test('the page runs no script but its files, takes styles with the nonce of this answer, and cannot be framed', async () => {
  const [one, two] = [await get('/app/'), await get('/app/')];
  const policy = one.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none';
  expect(one.text).toContain(`content="${nonce}"`);
  expect(two.text).not.toContain(nonce);
  expect(one.text).not.toMatch(/<script(?![^>]*\bsrc=)/);
  expect(one.headers.get('referrer-policy')).toBe('same-origin');
});

test('its files come packed and are kept for good, and nothing else of the disk comes', async () => {
  const { text } = await get('/app/');
  const files = [...text.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(([, file]) => file as string);
  expect(files.some((file) => file.endsWith('.js'))).toBe(true);
  for (const file of files) {
    const { status, headers } = await get(file, { 'accept-encoding': 'br' });
    expect([file, status]).toEqual([file, 200]);
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  }
  expect((await get('/app/assets/nothing.js')).status).toBe(404);
  for (const path of ['/app/assets/..%2f..%2fcli.js', '/app/assets/%2e%2e/%2e%2e/cli.js', '/app/.vite/manifest.json'])
    expect((await get(path)).text).not.toMatch(/commander|isDynamicEntry/);
});

test('the service worker is requested again every time, may do nothing but fetch from here, and names files that there are', async () => {
  const { status, headers, text } = await get('/app/worker.js');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-cache');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
  const files = [...text.matchAll(/"(\/app\/assets\/[^"]+)"/g)].map(([, file]) => file as string);
  expect(files.some((file) => file.includes('timesheets-page'))).toBe(true);
  for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
});

test('the first page needs at most 260 KB of JavaScript, gzipped', () => {
  const { scripts, bytes } = firstPageScripts(folder);
  expect(scripts.length).toBeGreaterThan(1);
  expect(bytes).toBeLessThanOrEqual(260_000);
});

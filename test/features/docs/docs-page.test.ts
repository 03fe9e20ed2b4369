import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { errorCatalogue } from '../../../src/domain/error-catalogue.ts';
import { sharedService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(() => service.close());

const fetched = async (path: string) => {
  const response = await fetch(`${service.baseUrl}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

test('the reference page and all it loads come from the service itself, compressed and cached', async () => {
  const page = await fetched('/docs');
  expect(page).toMatchObject({ status: 200, type: 'text/html; charset=utf-8' });
  const loaded = [...page.text.matchAll(/(?:<script[^>]*src|<link[^>]*href)="([^"]+)"/g)].map(
    ([, address]) => address as string,
  );
  expect(loaded.some((address) => address.endsWith('.js'))).toBe(true);
  expect(loaded.some((address) => address.endsWith('.css'))).toBe(true);
  for (const address of loaded) {
    const url = new URL(address, `${service.baseUrl}/docs/`);
    expect(url.origin).toBe(service.baseUrl);
    const part = await fetch(url, { headers: { 'accept-encoding': 'br' } });
    expect(part.status).toBe(200);
    expect(part.headers.get('content-encoding')).toBe('br');
    expect(part.headers.get('cache-control')).toContain('immutable');
    // A body that nobody reads keeps its connection, and the service waits for that when it closes.
    await part.arrayBuffer();
  }
  expect(page.text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|\bstyle=/);
});

test.each(['/docs', '/docs/openapi.json', '/docs/openapi.yaml', '/docs/setup-package.schema.json'])(
  'is compressed as the client accepts it, and not sent again while it is the same: %s',
  async (path) => {
    const get = async (headers: Record<string, string>) => {
      const response = await fetch(`${service.baseUrl}${path}`, { headers });
      return { response, text: await response.text() };
    };
    const plain = await get({ 'accept-encoding': 'identity' });
    expect(plain.response.headers.get('content-encoding')).toBeNull();
    const tags = [plain.response.headers.get('etag')];
    for (const encoding of ['br', 'gzip']) {
      const packed = await get({ 'accept-encoding': encoding });
      expect(packed.response.headers.get('content-encoding')).toBe(encoding);
      expect(packed.response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
      expect(packed.text).toBe(plain.text);
      const etag = packed.response.headers.get('etag') ?? '';
      tags.push(etag);
      const again = await get({ 'accept-encoding': encoding, 'if-none-match': etag });
      expect([again.response.status, again.text]).toEqual([304, '']);
    }
    expect(new Set(tags).size).toBe(3);
  },
);

test('the pages run no script but their files, and cannot be framed', async () => {
  for (const path of ['/docs', '/docs/operation/get/job']) {
    const response = await fetch(`${service.baseUrl}${path}`);
    await response.arrayBuffer();
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  }
});

test('every operation has a page, and the overview links to it', async () => {
  const overview = await fetched('/docs/');
  const links = [...overview.text.matchAll(/href="(\/docs\/operation\/[^"]+)"/g)].map(
    ([, address]) => address as string,
  );
  const kept = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  const count = Object.values(kept.paths as Record<string, object>).flatMap((methods) => Object.keys(methods)).length;
  expect([links.length, new Set(links).size]).toEqual([count, count]);
  const wrong: string[] = [];
  for (const link of links) {
    const { status, text } = await fetched(link);
    // Objects of objects stay readable, and a page small.
    if (status !== 200 || !text.includes('<h2>Responses</h2>') || text.length > 300_000)
      wrong.push(`${link} ${status} ${text.length}`);
  }
  expect(wrong).toEqual([]);
  expect((await fetched('/docs/operation/get/nothing')).status).toBe(404);
});

test('the description is served as JSON and YAML, and is the one that is checked in', async () => {
  const kept = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  const json = JSON.parse((await fetched('/docs/json')).text);
  const yaml = parse((await fetched('/docs/yaml')).text, { maxAliasCount: -1 });
  const downloads = [
    JSON.parse((await fetched('/docs/openapi.json')).text),
    parse((await fetched('/docs/openapi.yaml')).text, { maxAliasCount: -1 }),
  ];
  for (const served of [json, yaml, ...downloads])
    expect({ ...served, info: undefined }).toEqual({ ...kept, info: undefined });
  expect(json.openapi).toBe('3.1.0');
});

test('the Link of every failure leads to its line on a page of the service', async () => {
  const page = await fetched('/docs/errors');
  for (const code of Object.keys(errorCatalogue)) expect(page.text).toContain(`id="${code.toLowerCase()}"`);
});

test('the root leads to the reference page', async () => {
  const response = await fetch(`${service.baseUrl}/`, { redirect: 'manual' });
  expect(response.headers.get('location')).toBe('/docs');
});

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

test('the reference page and all it loads come from the service itself', async () => {
  const page = await fetched('/docs');
  expect(page).toMatchObject({ status: 200, type: expect.stringContaining('text/html') });
  const loaded = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address as string);
  expect(loaded.some((address) => address.endsWith('.js'))).toBe(true);
  for (const address of loaded) {
    const url = new URL(address, `${service.baseUrl}/docs/`);
    expect(url.origin).toBe(service.baseUrl);
    const part = await fetch(url);
    expect(part.status).toBe(200);
    // A body that nobody reads keeps its connection, and the service waits for that when it closes.
    await part.arrayBuffer();
  }
  expect(page.text).toContain('"withDefaultFonts": false');
  expect(page.text).toContain('"telemetry": false');
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

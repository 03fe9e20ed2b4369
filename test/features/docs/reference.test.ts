import { describe, expect, test } from 'vitest';
import { operationName } from '../../../src/features/docs/reference/api-description.ts';
import { exampleValue } from '../../../src/features/docs/reference/example-value.ts';
import { html, prose } from '../../../src/features/docs/reference/html.ts';
import { operationHtml } from '../../../src/features/docs/reference/operation-html.ts';
import { fieldsOf, limitsOf, typeName } from '../../../src/features/docs/reference/schema-html.ts';
import { acceptedEncoding } from '../../../src/platform/http/packed-text.ts';

describe('the markup of the reference', () => {
  test('escapes texts, and keeps markup', () => {
    expect(html`<p title="${'"<'}">${html`<b>${'&'}</b>`}${[html`<i>`, html`</i>`]}${undefined}${1}</p>`.text).toBe(
      '<p title="&quot;&lt;"><b>&amp;</b><i></i>1</p>',
    );
    expect(prose('Send `<a>` or <b>').text).toBe('Send <code>&lt;a&gt;</code> or &lt;b&gt;');
  });

  test('names types with their alternatives, items and limits', () => {
    expect(typeName({ type: ['string', 'null'] })).toBe('string or null');
    expect(
      typeName({ oneOf: [{ $ref: '#/components/schemas/Job' }, { type: 'array', items: { $ref: '#/x/Job' } }] }),
    ).toBe('Job, or array of Job');
    expect(limitsOf({ type: 'string', format: 'date', maxLength: 10, default: 'x' })).toBe(
      'date · maximum length 10 · default "x"',
    );
  });

  test('shows fields of nested objects, and stops at an object that contains itself', () => {
    const schemas = {
      Node: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, next: { $ref: '#/x/Node' } } },
    };
    const shown = fieldsOf({ type: 'array', items: { $ref: '#/x/Node' } }, schemas)?.text ?? '';
    expect(shown.match(/class="name"/g)).toHaveLength(2);
    expect(shown).toContain('<span class="required">required</span>');
    expect(shown).not.toContain('<details>');
  });

  test('makes an example of required properties, and ends with an object that contains itself', () => {
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/x/Node' } } } };
    expect(JSON.stringify(exampleValue({ $ref: '#/x/Node' }, schemas)).length).toBeLessThan(200);
    const body = {
      type: 'object',
      required: ['no', 'start', 'kind'],
      properties: {
        no: { type: 'string' },
        start: { type: ['null', 'string'], format: 'date-time' },
        kind: { enum: ['a', 'b'] },
        other: { type: 'boolean' },
      },
    };
    expect(exampleValue({ oneOf: [body] }, {})).toEqual({ no: 'text', start: '2026-07-01T08:00:00Z', kind: 'a' });
  });

  test('quotes the body of a command, and marks what needs no credential', () => {
    const requestBody = { content: { 'application/json': { schema: { examples: [{ name: "O'Neil" }] } } } };
    const shown = operationHtml({ method: 'POST', path: '/a/{id}', tag: 'A', requestBody, security: [] }, {}).text;
    expect(shown).toContain('O&#39;\\&#39;&#39;Neil');
    expect(shown).toContain('Needs no credential');
    expect(shown).not.toContain('X-API-KEY');
    expect(operationName({ method: 'POST', path: '/a/{id}/b' })).toBe('post/a/:id/b');
  });
});

test.each([
  [undefined, undefined],
  ['identity', undefined],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
])('Accept-Encoding %s leads to %s', (sent, expected) => {
  expect(acceptedEncoding(sent)).toBe(expected);
});

import { refuse } from '../../domain/errors.ts';
import { Invalid, keyable } from '../../domain/values/parse.ts';
import { Body } from '../../platform/http/read-body.ts';
import { canonicalValue } from '../../records/derive/canonical-text.ts';
import type { ColumnModel } from '../../records/derive/model.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { ReconcileHead } from './reconcile-head.ts';

/** One record that the source system holds. */
export interface SentKey {
  /** As it was sent. */
  readonly shown: unknown;
  /** Folded, as it is stored. */
  readonly key: string;
  readonly hash: string | undefined;
  /** The values of the fields, each as it is compared. */
  readonly values: readonly string[] | undefined;
}

/** `at` locates the error in the request, among up to a hundred thousand keys. */
export function readKey(head: ReconcileHead, zone: string, sent: unknown, at: string): SentKey {
  const body = new Body(sent, at);
  const shown = body.field('key');
  const parts = Array.isArray(shown) ? shown : [shown];
  if (shown === undefined || parts.length !== head.keyed.length)
    throw refuse(
      'REQ014',
      `${body.path('key')}: must be ${head.keyed.length === 1 ? 'a text' : 'a list'} of ${head.keyed.map(({ property }) => property).join(', ')}.`,
      body.path('key'),
    );
  const own = new Map(
    head.keyed.map((column, i) => [column.property, keyPart(column, parts[i], zone, body.path('key'))]),
  );
  const all = { sourceApp: head.sourceApp, sourceType: head.sourceType };
  const key = recordKey(
    head.sender.model.keyColumns.map(({ property }) => own.get(property) ?? all[property as keyof typeof all] ?? null),
  );
  return { shown, key, hash: hashOf(head, body), values: valuesOf(head, body, zone) };
}

function keyPart(column: ColumnModel, sent: unknown, zone: string, path: string): unknown {
  const value = column.kind.parse(sent ?? null, column.spec, zone);
  const wrong = value instanceof Invalid ? value : typeof value === 'string' ? keyable(value) : undefined;
  if (wrong) throw refuse(wrong.code, `${path}: ${column.property}: ${wrong.message}.`, path);
  return value;
}

function hashOf(head: ReconcileHead, body: Body): string | undefined {
  const hash = body.text('hash')?.toLowerCase();
  if (hash === undefined) return undefined;
  if (!/^[0-9a-f]{64}$/.test(hash))
    throw refuse('REQ014', `${body.path('hash')}: must be 64 hexadecimal digits.`, body.path('hash'));
  needFields(head, body, 'hash');
  return hash;
}

function valuesOf(head: ReconcileHead, body: Body, zone: string): string[] | undefined {
  const sent = body.field('values');
  if (sent === undefined) return undefined;
  needFields(head, body, 'values');
  const path = body.path('values');
  if (!Array.isArray(sent) || sent.length !== head.fields.length)
    throw refuse('REQ014', `${path}: must be a list of ${head.fields.length} values, one for each of fields.`, path);
  return head.fields.map((column, i) => {
    const value = column.kind.parse(sent[i] ?? null, column.spec, zone);
    if (value instanceof Invalid) throw refuse(value.code, `${path}: ${column.property}: ${value.message}.`, path);
    return canonicalValue(column, value);
  });
}

function needFields(head: ReconcileHead, body: Body, name: string): void {
  if (head.fields.length === 0)
    throw refuse('REQ015', `fields is required: it lists the properties that ${body.path(name)} covers.`, 'fields');
}

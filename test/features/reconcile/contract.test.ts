import { describe, expect, test } from 'vitest';
import { type HeadBody, headBody, reconcileBody } from '../../../src/features/reconcile/contract.ts';
import { headOf } from '../../../src/features/reconcile/reconcile-head.ts';
import { KeyReader, type SentKey } from '../../../src/features/reconcile/sent-keys.ts';
import type { Caller } from '../../../src/platform/caller.ts';
import type { ContractWarning } from '../../../src/platform/contract/kind.ts';
import { readBy } from '../../support/read-contract.ts';

const ofJobs = { sourceApp: 'ERP', sourceType: 'SERVICE', entity: 'Job' };
const ofTasks = { ...ofJobs, entity: 'Task' };
const caller = { tenantId: 1, sourceApps: null, timeZone: 'Europe/Brussels' } as Caller;

interface SentBody {
  readonly keys: readonly unknown[];
  readonly [head: string]: unknown;
}
interface ReadBody {
  readonly keys?: readonly SentKey[];
  readonly warnings?: readonly { readonly parameter: string }[];
  readonly code?: string;
  readonly parameter?: string;
}

/** The keys of a body, or the code and parameter with which it is refused. */
function read({ keys, ...head }: SentBody): ReadBody {
  const { read: own, ...refused } = readBy(headBody, head);
  if (!own) return refused;
  const warnings: ContractWarning[] = [];
  try {
    const reader = new KeyReader(headOf(caller, own as HeadBody), { zone: caller.timeZone, warnings });
    return { keys: keys.map((key, i) => reader.read(key, `keys[${i}]`)), warnings };
  } catch (error) {
    const { code, parameter } = (error as { detail: { code: string; parameter: string } }).detail;
    return { code, parameter };
  }
}

describe('a request to reconcile', () => {
  test('is read in any case, with a single field for a list', () => {
    const { read: own } = readBy(reconcileBody, {
      SOURCEAPP: 'ERP',
      SourceType: 'S',
      entity: 'task',
      fields: 'note',
      keys: [],
    });
    expect(own).toMatchObject({
      sourceApp: 'ERP',
      entity: { name: 'Task' },
      fields: ['note'],
      repair: false,
      keys: [],
    });
    const key = { Key: ['a ', 'T'], HASH: 'A'.repeat(64) };
    expect(read({ ...ofTasks, fields: ['ShortDescription'], keys: [key] }).keys).toMatchObject([
      { shown: ['a ', 'T'], hash: 'a'.repeat(64), values: undefined },
    ]);
  });

  test.each<[string, SentBody, string, string]>([
    ['without an entity', { ...ofJobs, entity: undefined, keys: [] }, 'REQ015', 'entity'],
    ['of an unknown entity', { ...ofJobs, entity: 'Weather', keys: [] }, 'REQ014', 'entity'],
    ['of an entity without a source system', { ...ofJobs, entity: 'Category', keys: [] }, 'REQ014', 'entity'],
    ['with a NUL in the SourceApp', { ...ofJobs, sourceApp: 'a\u0000b', keys: [] }, 'REQ016', 'sourceApp'],
    ['without a SourceApp', { ...ofJobs, sourceApp: '', keys: [] }, 'REQ015', 'sourceApp'],
    ['with a field that is none', { ...ofJobs, fields: ['colour'], keys: [] }, 'REQ014', 'fields'],
    ['with a strange repair', { ...ofJobs, repair: 'perhaps', keys: [] }, 'REQ014', 'repair'],
    ['with an entry without a key', { ...ofJobs, keys: [{}] }, 'REQ014', 'keys[0].key'],
    ['with too few key parts', { ...ofTasks, keys: [{ key: 'A' }] }, 'REQ014', 'keys[0].key'],
    ['with a key too long', { ...ofJobs, keys: [{ key: 'A' }, { key: 'x'.repeat(101) }] }, 'REQ013', 'keys[1].key'],
    ['with a key that cannot be', { ...ofJobs, keys: [{ key: 'a\u0001b' }] }, 'REQ016', 'keys[0].key'],
    [
      'with a hash that is none',
      { ...ofJobs, fields: ['note'], keys: [{ key: 'A', hash: 'abc' }] },
      'REQ014',
      'keys[0].hash',
    ],
    ['with a hash of nothing', { ...ofJobs, keys: [{ key: 'A', hash: '0'.repeat(64) }] }, 'REQ015', 'fields'],
    ['with values of nothing', { ...ofJobs, keys: [{ key: 'A', values: [] }] }, 'REQ015', 'fields'],
    [
      'with too many values',
      { ...ofJobs, fields: ['note'], keys: [{ key: 'A', values: [1, 2] }] },
      'REQ014',
      'keys[0].values',
    ],
    [
      'with a wrong value',
      { ...ofJobs, fields: ['startDate'], keys: [{ key: 'A', values: ['soon'] }] },
      'REQ014',
      'keys[0].values',
    ],
    ['with a key that is no object', { ...ofJobs, keys: ['A'] }, 'REQ007', 'keys[0]'],
  ])('%s is refused, and says where', (_what, sent, code, parameter) => {
    expect(read(sent)).toEqual({ code, parameter });
  });

  test('is refused where a key may not reach the source system', () => {
    const own = readBy(headBody, ofJobs).read as HeadBody;
    expect(() => headOf({ ...caller, sourceApps: ['crm'] }, own)).toThrow(
      'This key may not read records of SourceApp ERP.',
    );
  });

  test('warns of an unknown property of keys once, however many keys have it, and of a limited number', () => {
    const many = Array.from({ length: 100 }, (_, i) => ({ key: `K${i}`, hsh: 1, [`unknown${i}`]: 1 }));
    const { warnings = [] } = read({ ...ofJobs, keys: many });
    expect(warnings).toHaveLength(20);
    expect(warnings[0]).toEqual({
      parameter: 'keys[0].hsh',
      message: 'Unknown property keys[0].hsh was ignored. Did you mean hash?',
    });
    expect(warnings.filter(({ parameter }) => parameter.endsWith('.hsh'))).toHaveLength(1);
  });
});

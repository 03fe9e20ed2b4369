import type { ErrorCode } from '../../domain/error-catalogue.ts';
import { refuse } from '../../domain/errors.ts';
import { foldKeyPart } from '../../domain/natural-key.ts';
import {
  EMAIL,
  type FieldKind,
  type PackagePart,
  type PackageRecord,
  type PartName,
  packageParts,
  partNames,
  type SetupPackage,
} from '../../domain/setup-package.ts';
import { LONGEST_PROPERTY, LONGEST_TEXT, LONGEST_USER_NAME } from '../../domain/text-limits.ts';
import { storable } from '../../domain/values/parse.ts';
import { model as modelNamed } from '../../records/derive/model.ts';

/** The package, and unknown names. */
export interface ReadPackage {
  readonly content: SetupPackage;
  readonly warnings: readonly string[];
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const HEAD = ['$schema', 'type', 'name', 'version', 'owner', 'notificationEmail'];

/** Reads both forms of a package, or refuses with the place that is wrong. A missing owner or profile comes before everything else. */
export function readPackage(sent: unknown): ReadPackage {
  if (!isObject(sent)) throw refuse('REQ007', 'A setup package must be an object.');
  const warnings: string[] = [];
  const isBundle = String(member(sent, 'type') ?? '').toLowerCase() === 'bundle';
  const found = isBundle ? ofBundle(sent) : ofPlain(sent);
  if (isMissing(member(sent, 'owner'))) throw refuse('REQ002', 'The package has no owner.', 'owner');
  if (found.profile.length === 0) throw refuse('REQ002', 'The package has no profile.', 'profiles');

  const known = isBundle ? ['documents'] : [...partNames.map((part) => packageParts[part].list), 'configuration'];
  warnUnknown(sent, '', [...HEAD, ...known], warnings);
  const records = (part: PartName): PackageRecord[] => {
    const read = found[part].map(({ at, value }) => record(packageParts[part], at, value, isBundle, warnings));
    refuseTwice(read.map(({ at, fields }) => ({ at, name: String(fields[packageParts[part].key]) })));
    return read;
  };
  const content: SetupPackage = {
    name: textAt(sent, 'name'),
    version: textAt(sent, 'version'),
    owner: emailAt(sent, 'owner') as string,
    notificationEmail: emailAt(sent, 'notificationEmail'),
    layout: records('layout'),
    profile: records('profile'),
    role: records('role'),
    user: records('user'),
    configuration: found.configuration,
  };
  refuseTwice(content.configuration);
  const defaults = content.profile.filter(({ fields }) => fields['default'] === true);
  if (defaults[1]) throw wrong('REQ014', `${defaults[1].at}.default`, 'two profiles cannot both be the default');
  return { content, warnings };
}

interface Found extends Readonly<Record<PartName, readonly { readonly at: string; readonly value: unknown }[]>> {
  readonly configuration: SetupPackage['configuration'];
}

function ofPlain(sent: Members): Found {
  const list = (name: string) => listAt(sent, name).map((value, i) => ({ at: `${name}[${i}]`, value }));
  return {
    layout: list('layouts'),
    profile: list('profiles'),
    role: list('roles'),
    user: list('users'),
    configuration: configurationOf(member(sent, 'configuration'), 'configuration'),
  };
}

function ofBundle(sent: Members): Found {
  const found = { layout: [], profile: [], role: [], user: [] } as Record<PartName, { at: string; value: unknown }[]>;
  const configuration: SetupPackage['configuration'][number][] = [];
  for (const [i, value] of listAt(sent, 'documents').entries()) {
    const at = `documents[${i}]`;
    if (!isObject(value)) throw wrong('REQ007', at, 'must be an object');
    const type = String(member(value, 'type') ?? '').toLowerCase();
    if (type === 'configuration') configuration.push(...ofConfigurationDocument(value, at));
    else if (type in found) found[type as PartName].push({ at, value });
    else throw wrong('REQ014', `${at}.type`, `must be one of ${[...partNames, 'configuration'].join(', ')}`);
  }
  return { ...found, configuration };
}

/** One value by its name, or several at once. */
function ofConfigurationDocument(value: Members, at: string): SetupPackage['configuration'] {
  const values = member(value, 'values');
  if (values !== undefined) return configurationOf(values, `${at}.values`);
  const name = member(value, 'key') ?? member(value, 'name');
  if (typeof name !== 'string' || name.trim() === '') throw wrong('REQ015', `${at}.key`, 'a name is required');
  return [{ at, name, value: member(value, 'value') ?? null }];
}

function configurationOf(value: unknown, at: string): SetupPackage['configuration'] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw wrong('REQ007', at, 'must be an object of names and values');
  return Object.entries(value).map(([name, each]) => {
    if (name.trim() === '') throw wrong('REQ015', at, 'a value has no name');
    return { at: `${at}.${name.slice(0, 100)}`, name, value: each ?? null };
  });
}

function record(part: PackagePart, at: string, value: unknown, isBundle: boolean, warnings: string[]): PackageRecord {
  if (!isObject(value)) throw wrong('REQ007', at, 'must be an object');
  warnUnknown(value, at, [...Object.keys(part.fields), ...(isBundle ? ['type'] : [])], warnings);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(part.fields)) {
    const sent = member(value, name);
    if (field.required && isMissing(sent)) throw wrong('REQ015', `${at}.${name}`, 'is required');
    if (sent === undefined) continue;
    if (sent !== null) check(field.kind, sent, `${at}.${name}`, part.entity, name);
    fields[name] = sent;
  }
  return { at, fields };
}

/** The types are held against JSON as it is; what a value must be beyond that is checked by the declaration of the record. */
function check(kind: FieldKind, sent: unknown, at: string, entity: string, name: string): void {
  if (kind === 'flag' && typeof sent !== 'boolean') throw wrong('REQ014', at, 'must be true or false');
  if ((kind === 'text' || kind === 'email' || kind === 'word') && typeof sent !== 'string')
    throw wrong('REQ014', at, 'must be a text');
  const most = kind === 'email' ? LONGEST_USER_NAME : LONGEST_TEXT;
  if (typeof sent === 'string' && sent.length > most) throw wrong('REQ013', at, `must have at most ${most} characters`);
  if (kind === 'email' && !EMAIL.test(sent as string)) throw wrong('REQ014', at, 'is not an e-mail address');
  if (kind === 'word') {
    const words = Object.values(modelNamed(entity).column(name).spec.choices ?? {});
    if (!words.some((word) => word.toLowerCase() === (sent as string).toLowerCase()))
      throw wrong('REQ014', at, `must be one of ${words.join(', ')}`);
  }
  if (kind === 'object' && !isObject(sent)) throw wrong('REQ014', at, 'must be an object');
  if (kind === 'texts') checkTexts(sent, at);
  if (kind === 'filterValues') checkFilterValues(sent, at);
}

function checkTexts(sent: unknown, at: string): void {
  if (!Array.isArray(sent)) throw wrong('REQ014', at, 'must be a list of texts');
  for (const [i, each] of sent.entries()) {
    if (typeof each !== 'string' || each.trim() === '') throw wrong('REQ014', `${at}[${i}]`, 'must be a text');
  }
  refuseTwice(sent.map((name: string, i) => ({ at: `${at}[${i}]`, name })));
}

function checkFilterValues(sent: unknown, at: string): void {
  if (!Array.isArray(sent)) throw wrong('REQ014', at, 'must be a list of {group, value}');
  for (const [i, each] of sent.entries())
    for (const name of ['group', 'value']) {
      const text = isObject(each) ? each[name] : undefined;
      if (typeof text !== 'string' || text.trim() === '')
        throw wrong('REQ014', `${at}[${i}].${name}`, 'must be a text');
    }
  refuseTwice(
    sent.map(({ group, value }: { group: string; value: string }, i) => ({
      at: `${at}[${i}]`,
      name: `${group}\u001f${value}`,
    })),
  );
}

/** Two records of one name would be written one after the other, and nobody could say which was meant. */
function refuseTwice(named: readonly { readonly at: string; readonly name: string }[]): void {
  const seen = new Map<string, string>();
  for (const { at, name } of named) {
    if (name.length > LONGEST_PROPERTY) throw wrong('REQ013', at, `must have at most ${LONGEST_PROPERTY} characters`);
    const first = seen.get(foldKeyPart(name));
    if (first !== undefined) throw wrong('REQ014', at, `occurs twice in the package: see also ${first}`);
    seen.set(foldKeyPart(name), at);
  }
}

function warnUnknown(value: Members, at: string, known: readonly string[], warnings: string[]): void {
  const folded = new Set(known.map((name) => name.toLowerCase()));
  for (const name of Object.keys(value))
    if (!folded.has(name.toLowerCase()))
      warnings.push(`${at === '' ? '' : `${at}.`}${name.slice(0, 100)} is unknown and was ignored.`);
}

/** Property names match without regard to case, as everywhere. */
function member(value: Members, name: string): unknown {
  if (Object.hasOwn(value, name)) return value[name];
  const found = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : value[found];
}

function listAt(value: Members, name: string): readonly unknown[] {
  const list = member(value, name) ?? [];
  if (!Array.isArray(list)) throw wrong('REQ007', name, 'must be a list');
  return list;
}

function textAt(value: Members, name: string): string | null {
  const text = member(value, name) ?? null;
  if (text === null) return null;
  if (typeof text !== 'string' || text.length > 200)
    throw wrong('REQ014', name, 'must be a text of 200 characters at most');
  if (storable(text)) throw wrong('REQ016', name, 'cannot be stored');
  return text;
}

function emailAt(value: Members, name: string): string | null {
  const text = textAt(value, name);
  if (text !== null && !EMAIL.test(text)) throw wrong('REQ014', name, 'is not an e-mail address');
  return text;
}

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const wrong = (code: ErrorCode, at: string, message: string) => refuse(code, `${at}: ${message}.`, at);

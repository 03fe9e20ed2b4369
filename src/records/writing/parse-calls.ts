import type { Module } from '../../domain/access.ts';
import { type ErrorDetail, errorDetail } from '../../domain/errors.ts';
import { showKey } from '../../domain/natural-key.ts';
import { allows, namesOf, type Permission } from '../../domain/permissions.ts';
import { isFinerThanMilliseconds } from '../../domain/values/moment.ts';
import { Invalid, isWire, keyable, parseBoolean, parseText } from '../../domain/values/parse.ts';
import { scriptScheme } from '../../domain/values/script-uri.ts';
import { mayReach } from '../../platform/caller.ts';
import { type ColumnModel, type OptionModel, type Procedure, procedureNamed } from '../derive/model.ts';
import { isBlankKey, spelledKey } from '../derive/spelled-key.ts';
import { isOfWholeTenant, limitedRefusal } from '../whole-tenant.ts';
import { spelledNames } from './appointment-names.ts';
import { type Call, type CallResult, SENT_FROM_BACK_OFFICE, type Warning } from './call.ts';
import { type NamedForm, type Reading, type ReadingContext, Readings, readNames } from './reading.ts';
import { recordKey } from './record-key.ts';
import { ValueWarnings } from './value-warnings.ts';

/** One call as it was sent: a procedure, names and values. REST bodies are turned into the same. */
export interface SentCall {
  readonly procedure: Procedure | string | undefined;
  readonly names: readonly string[];
  readonly values: readonly unknown[];
  readonly expected?: number | 'any';
  /** A warning about how it was sent. */
  readonly remark?: string;
}

export interface ParseContext extends ReadingContext {
  readonly zone: string;
  /** Folded SourceApps that the credential is limited to. */
  readonly sourceApps: readonly string[] | null;
  readonly permissions: readonly Permission[];
  readonly modules: readonly Module[];
  readonly seal: (plain: string) => string;
  /** `Prefer: handling=strict`: text beyond its documented length is refused. */
  readonly strict?: boolean;
}

export interface Parsed {
  readonly calls: Call[];
  readonly results: CallResult[];
  readonly warnings: Warning[];
}

/** Yields to other requests after so many calls: parsing 10,000 of them takes longer than a health check may wait. */
const BREATH = 1000;

export async function parseCalls(sent: readonly SentCall[], context: ParseContext): Promise<Parsed> {
  const parsed: Parsed = { calls: [], results: [], warnings: [] };
  const readings = new Readings();
  const noted = new ValueWarnings(parsed.warnings, context.strict ?? false);
  for (const [index, each] of sent.entries()) {
    if (index > 0 && index % BREATH === 0) await new Promise(setImmediate);
    const procedure = nameOf(each);
    if (each.remark !== undefined) parsed.warnings.push({ index, procedure, message: each.remark });
    const verdict = parseCall(index, each, context, readings, parsed.warnings, noted);
    if ('call' in verdict) parsed.calls.push(verdict.call);
    else if ('ignored' in verdict) {
      parsed.results.push({ index, procedure, outcome: 'ignored' });
      parsed.warnings.push({ index, procedure, message: verdict.ignored });
    } else
      parsed.results.push({
        index,
        procedure,
        outcome: 'rejected',
        ...(isBlankKey(verdict.key ?? '') ? {} : { key: verdict.key ?? '' }),
        ...verdict.detail,
      });
  }
  noted.finish();
  return parsed;
}

/** What was read, and not quite as it was sent. */
interface Note {
  readonly parameter: string;
  readonly message: string;
}

type Verdict =
  | { readonly call: Call; readonly notes?: readonly Note[] | undefined }
  | { readonly ignored: string }
  | { readonly detail: ErrorDetail; readonly key?: string };

const nameOf = ({ procedure }: SentCall): string =>
  typeof procedure === 'string' ? procedure.slice(0, 100) : (procedure?.name ?? '');

function parseCall(
  index: number,
  sent: SentCall,
  context: ParseContext,
  readings: Readings,
  warnings: Warning[],
  noted: ValueWarnings,
): Verdict {
  const name = nameOf(sent);
  if (name === '' && sent.names.length === 0 && sent.values.length === 0)
    return { ignored: 'The call is empty: it contains no procedure and no record.' };
  const procedure = typeof sent.procedure === 'string' ? procedureNamed(sent.procedure) : sent.procedure;
  if (!procedure)
    return {
      detail: errorDetail('REQ011', name === '' ? 'StoredProcedureName is missing.' : `There is no procedure ${name}.`),
    };
  const { writePermissions = ['records.import'] } = procedure.model.entity;
  if (!allows(context.permissions, writePermissions))
    return {
      detail: errorDetail('USR004', `${name} needs the permission ${namesOf(writePermissions)}.`, undefined, {
        permission: namesOf(writePermissions),
      }),
    };
  const limited = isOfWholeTenant(procedure.model)
    ? limitedRefusal(context, `Records of ${procedure.model.name}`)
    : undefined;
  if (limited) return { detail: limited };
  const { module } = procedure.model.entity;
  if (module && !context.modules.includes(module))
    return {
      detail: errorDetail('USR005', `The module ${module} is not enabled for this tenant.`, undefined, { module }),
    };
  if (sent.names.length !== sent.values.length)
    return {
      detail: errorDetail(
        'REQ012',
        `${sent.names.length} ParameterNames but ${sent.values.length} ParameterValues were sent.`,
      ),
    };
  if (
    sent.names.length === 0 &&
    (procedure.action === 'delete' || procedure.action === 'clear') &&
    !mustName(procedure, context)
  )
    return { ignored: 'The call has no parameters: it identifies no record.' };

  let reading = readings.find(procedure, sent.names);
  if (!reading) {
    reading = readings.keep(sent.names, readNames(procedure, sent.names, context));
    // Said once for all calls of this form: ten thousand of them need no ten thousand warnings.
    for (const parameter of reading.unknown)
      warnings.push({ index, procedure: name, parameter, message: `Unknown parameter ${parameter} was ignored.` });
    for (const { parameter, first } of reading.repeated)
      warnings.push({ index, procedure: name, parameter, message: repeatedMessage(parameter, first) });
  }
  if (reading.missing) return { detail: reading.missing, key: keyAsSent(reading, sent) };
  const verdict = parseValues(index, sent, reading, context, noted);
  if ('call' in verdict)
    for (const note of verdict.notes ?? [])
      if (readings.isFirst(reading, note.parameter)) warnings.push({ index, procedure: name, ...note });
  return verdict;
}

const repeatedMessage = (parameter: string, first: string): string =>
  `${parameter === first ? `${parameter} was sent twice` : `${first} and ${parameter} are the same parameter`}; the last value was used.`;

const CLAIMED_WITHOUT_RIGHT =
  'SentFromBackOffice was ignored: a person needs the permission records.import to act for the back office. The change counts as one of a planner.';

/** Clients of the import send deletes with empty arrays, which are passed over. A DELETE on a route whose name the interface requires is refused. */
const mustName = ({ model: { entity } }: Procedure, { speak }: ParseContext): boolean =>
  entity.exact === true && entity.deleteNeeds !== 0 && speak === 'property';

function parseValues(
  index: number,
  sent: SentCall,
  reading: Reading,
  context: ParseContext,
  noted: ValueWarnings,
): Verdict {
  const { shape } = reading;
  const { name } = shape.procedure;
  const values: unknown[] = [...reading.empty];
  let options = reading.defaults;
  let notes: Note[] | undefined;
  const note = (parameter: string, message: string): void => {
    notes = [...(notes ?? []), { parameter, message }];
  };

  for (let at = 0; at < sent.values.length; at++) {
    const place = reading.places[at];
    if (place === undefined) continue;
    const sentName = sent.names[at] as string;
    if (typeof place === 'number') {
      const column = reading.readers[at] as ColumnModel;
      const wrong = parseColumn(column, sent.values[at], place, values, reading, context, noted);
      const finer = finerMoment(column, sent.values[at]);
      if (finer !== undefined) noted.take({ message: finer });
      const strict = noted.settle(index, name, sentName);
      const refused = wrong ?? strict;
      if (refused) return { detail: refused.at(sentName), key: keyAsSent(reading, sent) };
    } else {
      const option = parseOption(place, sent.values[at], noted);
      const strict = noted.settle(index, name, sentName);
      if (option instanceof Invalid) return { detail: option.at(sentName), key: keyAsSent(reading, sent) };
      if (strict) return { detail: strict.at(sentName), key: keyAsSent(reading, sent) };
      if (option === null) continue;
      if (place.name === SENT_FROM_BACK_OFFICE && option === true && !context.backOffice.mayClaim)
        note(sentName, CLAIMED_WITHOUT_RIGHT);
      else options = { ...options, [place.name]: option };
    }
  }
  for (const { place, from } of reading.defaulting) values[place] ??= values[from];

  const keyParts = reading.keyPlaces.map((place) => values[place]);
  const { otherwise } = reading;
  if (otherwise?.without.every((place) => values[place] === null)) keyParts.push(values[otherwise.column]);
  const shownKey = shownKeyOf(reading, values, keyParts);
  const foreign = reading.sourceAppPlace < 0 ? undefined : foreignSourceApp(values[reading.sourceAppPlace], context);
  if (foreign) return { detail: foreign, key: shownKey };
  const key = recordKey(keyParts);
  const owner = reading.ways && nameSent(reading.ways, values, index);
  return {
    notes,
    call: {
      index,
      shape,
      values,
      options,
      key,
      identity: owner === undefined ? key : shape.procedure.model.entity.identity ? owner : `${owner}|${key}`,
      ...(owner === undefined ? {} : { owner }),
      ...(reading.pointingPlaces.length === 0
        ? {}
        : { pointsAt: reading.pointingPlaces.flatMap((place) => spelledNames(String(values[place]))) }),
      shownKey,
      referred: reading.referencePlaces.map((places, i) => {
        const parts = places.map((place) => values[place]);
        const none = shape.references[i]?.reference.optional && parts.every((part) => part === null);
        return none ? null : recordKey(parts);
      }),
      ...(sent.expected === undefined ? {} : { expected: sent.expected }),
    },
  };
}

/** How results call the record: by its key, else by the name that was sent, else by what a new record belongs to. */
function shownKeyOf(reading: Reading, values: readonly unknown[], keyParts: readonly unknown[]): string {
  const { shape, ways, referencePlaces } = reading;
  const spelledAt = (places: readonly number[]): string =>
    spelledKey(
      places.map((place) => shape.columns[place] as ColumnModel),
      places.map((place) => values[place]),
    );
  const own = reading.hasPlainKey ? showKey(keyParts) : wholeKey(reading, values);
  if (!isBlankKey(own)) return own;
  const name = ways?.find(({ places }) => (values[places.at(-1) as number] ?? null) !== null);
  return name ? spelledAt(name.places) : spelledAt(referencePlaces.at(-1) ?? []);
}

/** A delete may name a part of the key only. */
function wholeKey({ shape }: Reading, values: readonly unknown[]): string {
  const { keyColumns } = shape.procedure.model;
  return spelledKey(
    keyColumns,
    keyColumns.map(({ property }) => values[shape.columns.findIndex((column) => column.property === property)]),
  );
}

/** The key of a call that could not be read, as far as it was sent. */
const keyAsSent = ({ keyPlaces, places }: Reading, { values }: SentCall): string =>
  showKey(
    keyPlaces.map((place) => {
      const sent = values[places.indexOf(place)] ?? '';
      return isWire(sent) ? String(sent).slice(0, LONGEST_SHOWN_PART) : '';
    }),
  );

/** How much of a part of a key that could not be read a message repeats. */
const LONGEST_SHOWN_PART = 60;

function parseColumn(
  column: ColumnModel,
  sent: unknown,
  place: number,
  values: unknown[],
  reading: Reading,
  context: ParseContext,
  noted: ValueWarnings,
): Invalid | undefined {
  const value = column.kind.parse(sent ?? null, column.spec, context.zone, noted.take);
  if (value instanceof Invalid) return value;
  const { exact } = reading.shape.procedure.model.entity;
  const isBlank = exact && column.spec.required && typeof value === 'string' && value.trim() === '';
  if (value === null || isBlank) {
    if (column.spec.required || (column.spec.requiredOnImport && context.speak === 'param'))
      return new Invalid('REQ015', 'a value is required and cannot be empty');
    values[place] = reading.empty[place];
    return undefined;
  }
  if (column.isKey && typeof value === 'string') {
    const bad = keyable(value);
    if (bad) return bad;
  }
  // What is stored already may be deleted by its name.
  const { action } = reading.shape.procedure;
  const script =
    column.spec.link && (action === 'upsert' || action === 'set') ? scriptScheme(String(value)) : undefined;
  if (script !== undefined) return new Invalid('REQ014', `addresses with ${script}: are not allowed`);
  values[place] = column.spec.kind === 'secret' ? context.seal(value as string) : value;
  return undefined;
}

/** Moments are stored to the millisecond. */
const finerMoment = ({ spec }: ColumnModel, sent: unknown): string | undefined =>
  (spec.kind === 'instant' || spec.kind === 'resourceInstant') &&
  typeof sent === 'string' &&
  isFinerThanMilliseconds(sent)
    ? `times are stored to the millisecond; further digits of ${sent.slice(0, 40)} were dropped.`
    : undefined;

/** null where the option keeps its default. */
function parseOption(option: OptionModel, sent: unknown, noted: ValueWarnings): boolean | string | null | Invalid {
  if (option.spec.kind === 'ignored') return null;
  const wire = sent ?? null;
  if (!isWire(wire)) return new Invalid('REQ014', 'must be a single value');
  if (option.spec.kind !== 'text') return parseBoolean(wire, noted.take);
  const { max = 1000, longest = max } = option.spec;
  return parseText(wire, longest, max, noted.take);
}

/** The first of its names that was sent; a record that is not named is new. */
function nameSent(ways: readonly NamedForm[], values: readonly unknown[], index: number): string {
  for (const { name, places } of ways) {
    const last = values[places.at(-1) as number];
    if (last !== null && last !== undefined) return `${name}:${recordKey(places.map((place) => values[place]))}`;
  }
  return `new:${index}`;
}

const foreignSourceApp = (sourceApp: unknown, context: ParseContext): ErrorDetail | undefined =>
  typeof sourceApp !== 'string' || mayReach(context, sourceApp)
    ? undefined
    : errorDetail('USR004', `This key may not write records of SourceApp ${sourceApp}.`, 'SourceApp');

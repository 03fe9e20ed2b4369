import type { ErrorDetail } from '../../domain/errors.ts';
import type { ValueNote } from '../../domain/values/value-note.ts';
import type { Call, CallShape, Warning } from './call.ts';
import { type CallNames, nameCall } from './name-call.ts';
import { BREATH, type CallReader, parseCall, type Verdict } from './parse-calls.ts';
import { fillDefaults, type Note, readValues, type TakesNotes } from './read-values.ts';
import { type Reading, Readings } from './reading.ts';
import type { ParseContext, Parsed, SentCall } from './sent-call.ts';
import { ValueWarnings } from './value-warnings.ts';

/** Fewer calls are read before the first of them could be written. */
const WORTH_IT = 200;

/** A value that was read late is wrong. Its batch has to be read whole, so that everything that is wrong with it is reported. */
export class Unreadable extends Error {
  constructor({ message }: ErrorDetail) {
    super(message);
    this.name = 'Unreadable';
  }
}

/**
 * The calls of a large batch that are all of one form. Of each only what names records is read at once; the other values are read when they are
 * asked for first. So the database stores the first records while the values of others are read. Undefined for other batches, and if a call is
 * refused: then all of them have to be read. A value that turns out to be wrong later throws Unreadable.
 */
export async function parseLate(sent: readonly SentCall[], context: ParseContext): Promise<Parsed | undefined> {
  if (sent.length < WORTH_IT || context.strict || !areOfOneForm(sent)) return undefined;
  const calls: Call[] = [];
  const warnings: Warning[] = [];
  const readings = new Readings();
  const batch = new LateBatch(context, readings, warnings);
  for (let index = 0; index < sent.length; index++) {
    if (index > 0 && index % BREATH === 0) await new Promise(setImmediate);
    const verdict = parseCall(index, sent[index] as SentCall, context, readings, warnings, batch);
    if (!('call' in verdict)) return undefined;
    calls.push(verdict.call);
  }
  return { calls, results: [], warnings, finish: () => batch.finish(calls) };
}

/** Calls of an import that repeat the names of the one before share its list. */
function areOfOneForm(sent: readonly SentCall[]): boolean {
  const first = sent[0];
  if (!first) return false;
  const { procedure, names } = first;
  for (const call of sent)
    if (
      call.names !== names ||
      call.procedure !== procedure ||
      call.values.length !== names.length ||
      call.remark !== undefined ||
      call.expected !== undefined
    )
      return false;
  return true;
}

/** Positions of the values that are read at once, and of those that are read when they are asked for. */
interface Split {
  readonly early: readonly number[];
  readonly late: readonly number[];
}

/** Options are read at once, too: some change what is done with a call. */
function splitPositions({ keyPlaces, referencePlaces, ways = [], sourceAppPlace, places, positions }: Reading): Split {
  const naming = ways.flatMap((way) => way.places);
  const named = new Set([...keyPlaces, ...referencePlaces.flat(), ...naming, sourceAppPlace]);
  const [early, late]: [number[], number[]] = [[], []];
  for (const at of positions) {
    const place = places[at];
    (typeof place !== 'number' || named.has(place) ? early : late).push(at);
  }
  return { early, late };
}

/** Whether a call is known by its names alone until it is written. */
function mayBeLate({ shape, hasPlainKey, ways, pointingPlaces, otherwise }: Reading): boolean {
  const { procedure, columns, references } = shape;
  const { entity } = procedure.model;
  return (
    procedure.action === 'upsert' &&
    (entity.readsLate || (entity.writer === undefined && ways === undefined)) &&
    entity.procedures.clear === undefined &&
    hasPlainKey &&
    pointingPlaces.length === 0 &&
    otherwise === undefined &&
    columns.every(({ spec }) => !spec.makes && spec.idOf === undefined) &&
    references.every(({ reference }) => reference.missing !== 'wait')
  );
}

/** The late calls of a batch, all of one form. */
class LateBatch implements CallReader {
  readonly #context: ParseContext;
  readonly #readings: Readings;
  readonly #warnings: Warning[];
  readonly #noted = new LateNotes();
  readonly #notes: { readonly index: number; readonly notes: readonly Note[] }[] = [];
  #form: { readonly reading: Reading; readonly split: Split } | undefined;
  #isFinished = false;

  constructor(context: ParseContext, readings: Readings, warnings: Warning[]) {
    this.#context = context;
    this.#readings = readings;
    this.#warnings = warnings;
  }

  /** Reads what names the record of a call, and what it refers to. */
  read(index: number, sent: SentCall, reading: Reading): Verdict {
    if (!this.#form) {
      if (!mayBeLate(reading)) return { ignored: 'It has to be read whole.' };
      this.#form = { reading, split: splitPositions(reading) };
    }
    const values: unknown[] = [...reading.empty];
    const found = readValues(index, sent, reading, this.#form.split.early, values, this.#context, this.#noted);
    if ('code' in found) return { detail: found };
    const names = nameCall(index, reading, values, this.#context);
    if ('detail' in names) return names;
    if (found.notes) this.#notes.push({ index, notes: found.notes });
    return { call: new LateCall(this, index, sent, reading.shape, names, values, found.options) };
  }

  readRest(index: number, sent: SentCall, values: unknown[]): void {
    if (!this.#form) return;
    const { reading, split } = this.#form;
    const found = readValues(index, sent, reading, split.late, values, this.#context, this.#noted);
    if ('code' in found) throw new Unreadable(found);
    fillDefaults(reading, values);
  }

  /** Adds the warnings, in the order of the calls and not in the one in which they were read. */
  finish(calls: readonly Call[]): void {
    if (this.#isFinished || !this.#form) return;
    for (const call of calls) void call.values;
    this.#isFinished = true;
    this.#noted.tell(this.#warnings);
    const { reading } = this.#form;
    for (const { index, notes } of this.#notes)
      for (const note of notes)
        if (this.#readings.isFirst(reading, note.parameter))
          this.#warnings.push({ index, procedure: reading.shape.procedure.name, ...note });
  }
}

/** A call whose values are read when they are asked for. It must not be spread into another object, which would have none: one that has
 * values of its own may be made of it. */
class LateCall implements Call {
  readonly index: number;
  readonly shape: CallShape;
  readonly options: Call['options'];
  readonly key: string;
  readonly identity: string;
  readonly shownKey: string;
  readonly referred: Call['referred'];
  readonly owner?: string;
  readonly #batch: LateBatch;
  readonly #values: unknown[];
  #unread: SentCall | undefined;

  constructor(
    batch: LateBatch,
    index: number,
    sent: SentCall,
    shape: CallShape,
    names: CallNames,
    values: unknown[],
    options: Call['options'],
  ) {
    this.index = index;
    this.shape = shape;
    this.options = options;
    this.key = names.key;
    this.identity = names.identity;
    this.shownKey = names.shownKey;
    this.referred = names.referred;
    if (names.owner !== undefined) this.owner = names.owner;
    this.#batch = batch;
    this.#values = values;
    this.#unread = sent;
  }

  get naming(): readonly unknown[] {
    return this.#values;
  }

  get values(): readonly unknown[] {
    if (this.#unread) {
      this.#batch.readRest(this.index, this.#unread, this.#values);
      this.#unread = undefined;
    }
    return this.#values;
  }
}

/** Notes on values that are read in any order, for warnings in the order of the calls. */
class LateNotes implements TakesNotes {
  #noted: ValueNote[] = [];
  readonly #settled: {
    readonly index: number;
    readonly procedure: string;
    readonly parameter: string;
    readonly notes: readonly ValueNote[];
  }[] = [];

  readonly take = (note: ValueNote): void => {
    this.#noted.push(note);
  };

  settle(index: number, procedure: string, parameter: string): undefined {
    if (this.#noted.length === 0) return;
    this.#settled.push({ index, procedure, parameter, notes: this.#noted });
    this.#noted = [];
  }

  tell(warnings: Warning[]): void {
    const told = new ValueWarnings(warnings, false);
    for (const { index, procedure, parameter, notes } of this.#settled.sort((a, b) => a.index - b.index)) {
      for (const note of notes) told.take(note);
      told.settle(index, procedure, parameter);
    }
    told.finish();
  }
}

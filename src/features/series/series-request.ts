import { refuse } from '../../domain/errors.ts';
import { dayOfZone } from '../../domain/time/zone.ts';
import { Invalid, isWire, parseBoolean, parseUnzoned, resolveUnzoned, storable } from '../../domain/values/parse.ts';
import { Position } from '../../platform/contract/kind.ts';
import { duration as durationKind } from '../../platform/contract/times.ts';
import { Body } from '../../platform/http/read-body.ts';
import { LONGEST_BODY, LONGEST_SUBJECT } from '../../records/entities/kit.ts';
import type { TaskParts } from './series-store.ts';

/** A series as it was asked for. Moments wait for the zone of the resource. */
export interface SeriesRequest {
  readonly start: Moment;
  readonly end: Moment;
  readonly resourceNo: string;
  readonly rule: string;
  /** Undefined: the series has no task. */
  readonly task: TaskParts | undefined;
  /** What its appointments are sent with. */
  readonly fields: Readonly<Record<string, string>>;
  readonly lengthMs: number | undefined;
  readonly except: readonly Moment[];
  readonly skipNonWorking: boolean;
  readonly onConflict: 'reject' | 'skip' | 'allow';
}

/** A date, or a moment whose wall clock, where no offset was sent, is that of a zone that is not known yet. */
export type Moment = { readonly name: string } & ({ readonly date: string } | { readonly unzoned: string });

const MOST_EXCEPTIONS = 1000;

export function parseSeries(sent: unknown): SeriesRequest {
  const body = new Body(sent);
  const task: TaskParts = {
    sourceApp: nameOf(body, 'sourceApp'),
    sourceType: nameOf(body, 'sourceType'),
    jobNo: nameOf(body, 'jobNo'),
    taskNo: nameOf(body, 'taskNo'),
  };
  const fields = {
    subject: body.text('subject', LONGEST_SUBJECT),
    body: body.text('body', LONGEST_BODY),
    category: body.text('categoryName'),
    timeMarker: body.text('timeMarkerName'),
  };
  const duration = body.text('duration');
  return {
    start: momentOf(body.needText('startDate'), 'startDate'),
    end: momentOf(body.needText('endDate'), 'endDate'),
    resourceNo: nameOf(body, 'resource') ?? body.needText('resource'),
    rule: body.needText('recurrenceRule'),
    task: task.jobNo === undefined && task.taskNo === undefined ? undefined : task,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    ),
    lengthMs:
      duration === undefined
        ? undefined
        : durationKind().read(duration, new Position('duration', { zone: 'UTC', warnings: [] })),
    except: exceptionsOf(body),
    skipNonWorking: flagOf(body, 'skipNonWorking'),
    onConflict: choiceOf(body),
  };
}

/** What is looked for by its name before it is parsed as a call. */
export function nameOf(body: Body, name: string): string | undefined {
  const text = body.text(name);
  if (text !== undefined && storable(text))
    throw refuse('REQ016', `${name}: contains characters that cannot be stored.`, name);
  return text;
}

export function momentOf(text: string, name: string): Moment {
  const unzoned = parseUnzoned(text);
  if (unzoned instanceof Invalid || unzoned === null)
    throw refuse('REQ014', `${name}: ${unzoned?.message ?? 'a date and time is required'}.`, name);
  return /^\d{4}-\d\d-\d\d$/.test(text) ? { name, date: text } : { name, unzoned };
}

function exceptionsOf(body: Body): Moment[] {
  const texts = body.texts('exceptDates');
  if (texts.length > MOST_EXCEPTIONS) throw refuse('REQ014', `exceptDates: at most ${MOST_EXCEPTIONS}.`, 'exceptDates');
  return texts.map((text) => {
    const moment = momentOf(text, 'exceptDates');
    // Many systems can only write a day as its midnight.
    const midnight = 'unzoned' in moment && /^(.{10})T00:00:00\.000$/.exec(moment.unzoned)?.[1];
    return midnight ? { name: moment.name, date: midnight } : moment;
  });
}

function flagOf(body: Body, name: string): boolean {
  const sent = body.field(name) ?? null;
  const value = isWire(sent) ? parseBoolean(sent) : undefined;
  if (value === undefined || value instanceof Invalid) throw refuse('REQ014', `${name}: must be true or false.`, name);
  return value ?? false;
}

function choiceOf(body: Body): SeriesRequest['onConflict'] {
  const sent = body.text('onConflict')?.toLowerCase() ?? 'allow';
  if (sent !== 'reject' && sent !== 'skip' && sent !== 'allow')
    throw refuse('REQ014', 'onConflict: must be reject, skip or allow.', 'onConflict');
  return sent;
}

export const startOf = (moment: Moment, zone: string): number =>
  'date' in moment ? dayOfZone(zone, moment.date).start : resolveUnzoned(moment.unzoned, zone);

/** Until when it goes: a date without a time means all of that day. */
export const endOf = (moment: Moment, zone: string): number =>
  'date' in moment ? dayOfZone(zone, moment.date).end - 1 : resolveUnzoned(moment.unzoned, zone);

export const exceptionOf = (moment: Moment, zone: string): string | number =>
  'date' in moment ? moment.date : resolveUnzoned(moment.unzoned, zone);

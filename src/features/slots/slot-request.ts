import { refuse } from '../../domain/errors.ts';
import { LONGEST_ADDRESS, LONGEST_VALUE } from '../../domain/text-limits.ts';
import { DAY_MS } from '../../domain/time/day.ts';
import { durationMs } from '../../domain/time/duration.ts';
import { knownZone } from '../../domain/time/zone.ts';
import { Invalid, parseInstant, storable } from '../../domain/values/parse.ts';
import { scorers } from '../../engine/recommendation/scorers/index.ts';
import { Body } from '../../platform/http/read-body.ts';

/** A question for slots as it was sent, checked as far as that goes without looking at the plan. */
export interface SlotRequest {
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** Null: the task says. */
  readonly workMs: number | null;
  readonly requirements: readonly string[];
  readonly certificates: readonly string[];
  readonly location:
    | { readonly address: string | undefined; readonly country: string | undefined }
    | { readonly lat: number; readonly lon: number }
    | undefined;
  readonly fromHome: boolean;
  readonly maxKm: number | undefined;
  /** Minutes. */
  readonly grid: number;
  readonly timeZone: string;
  readonly limit: number;
  readonly among: readonly string[];
  readonly preferred: readonly string[];
  readonly excluded: readonly string[];
  readonly customer: string | undefined;
  readonly importance: number | undefined;
  readonly weights: ReadonlyMap<string, number> | undefined;
  readonly task:
    | { readonly sourceApp: string; readonly sourceType: string; readonly jobNo: string; readonly taskNo: string }
    | undefined;
  readonly waived: Waived | undefined;
}

/** What the task asks for and the request gives up, so that every relaxation can be followed. */
interface Waived {
  readonly requirements: readonly string[];
  readonly certificates: readonly string[];
  /** The moment at which the work must be done at the latest. */
  readonly latest: boolean;
  /** The resources of whom one is required. */
  readonly resources: boolean;
}

const LONGEST_WINDOW_MS = 366 * DAY_MS + 3_600_000;
const DAY_MINUTES = 1440;
const MOST_SLOTS = 1000;
const MOST_REQUIREMENTS = 100;

export function parseSlotRequest(sent: unknown, tenantZone: string, now: number): SlotRequest {
  const body = new Body(sent);
  const options = body.within('options') ?? new Body({}, 'options');
  const timeZone = zoneOf(options, tenantZone);
  const start = momentOf(body, 'startDate', timeZone);
  const end = momentOf(body, 'endDate', timeZone);
  if (end <= start) throw refuse('REQ014', 'endDate: must be after startDate.', 'endDate');
  if (end - start > LONGEST_WINDOW_MS)
    throw refuse('REQ014', 'endDate: a window of 366 days at most can be searched.', 'endDate');
  if (end <= now) throw refuse('REQ014', 'endDate: the window lies in the past.', 'endDate');
  return {
    start,
    end,
    workMs: workOf(body),
    requirements: few(body.texts('requirements'), 'requirements'),
    certificates: few(options.texts('certificates'), 'options.certificates'),
    location: locationOf(body),
    fromHome: modeOf(options) === 'home',
    maxKm: positive(options, 'maxDistanceKm'),
    grid: gridOf(options),
    timeZone,
    limit: limitOf(options),
    among: options.texts('resources'),
    preferred: options.texts('preferredResources'),
    excluded: options.texts('excludedResources'),
    customer: options.text('customerNo'),
    importance: importanceOf(options),
    weights: weightsOf(body),
    task: taskOf(body),
    waived: waivedOf(options),
  };
}

function zoneOf(options: Body, tenantZone: string): string {
  const sent = options.text('timeZone');
  if (sent === undefined) return tenantZone;
  const zone = knownZone(sent);
  if (zone === undefined)
    throw refuse(
      'REQ014',
      `options.timeZone: ${sent.slice(0, 60)} is not a time zone such as Europe/Brussels.`,
      'options.timeZone',
    );
  return zone;
}

function momentOf(body: Body, name: string, zone: string): number {
  const instant = parseInstant(body.needText(name), zone);
  if (instant instanceof Invalid || instant === null)
    throw refuse('REQ014', `${name}: ${instant?.message ?? 'a date and time is required'}.`, name);
  return Date.parse(instant);
}

export function lengthOf(text: string, name: string): number {
  const ms = durationMs(text);
  if (ms === undefined)
    throw refuse('REQ014', `${name}: ${text.slice(0, 40)} is not a duration such as PT1H30M.`, name);
  if (ms <= 0) throw refuse('REQ014', `${name}: must be longer than nothing.`, name);
  return ms;
}

function workOf(body: Body): number | null {
  const sent = body.text('duration');
  return sent === undefined ? null : lengthOf(sent, 'duration');
}

/** Slots start at the same times every day: the grid has to divide a day. */
function gridOf(options: Body): number {
  const sent = options.text('granularity');
  if (sent === undefined) return 15;
  const minutes = lengthOf(sent, 'options.granularity') / 60_000;
  if (!Number.isInteger(minutes) || DAY_MINUTES % minutes !== 0)
    throw refuse(
      'REQ014',
      'options.granularity: must be whole minutes that divide a day, such as PT5M, PT15M, PT45M or PT1H.',
      'options.granularity',
    );
  return minutes;
}

function locationOf(body: Body): SlotRequest['location'] {
  const sent = body.field('location');
  if (typeof sent === 'string') return { address: body.text('location', LONGEST_ADDRESS) ?? '', country: undefined };
  const location = body.within('location');
  if (!location) return undefined;
  const [lat, lon] = [location.number('latitude'), location.number('longitude')];
  if (lat !== undefined && lon !== undefined) {
    if (Math.abs(lat) > 90 || Math.abs(lon) > 180)
      throw refuse('REQ014', 'location: a latitude is -90 to 90, a longitude -180 to 180.', 'location');
    return { lat, lon };
  }
  const [address, country] = [location.text('address', LONGEST_ADDRESS), location.text('country', LONGEST_VALUE)];
  return address === undefined && country === undefined ? undefined : { address, country };
}

function modeOf(options: Body): string | undefined {
  const mode = options.text('locationMode')?.toLowerCase();
  if (mode !== undefined && mode !== 'home' && mode !== 'route')
    throw refuse('REQ014', 'options.locationMode: home or route.', 'options.locationMode');
  return mode;
}

function positive(options: Body, name: string): number | undefined {
  const number = options.number(name);
  if (number !== undefined && number < 0)
    throw refuse('REQ014', `${options.path(name)}: must not be negative.`, options.path(name));
  return number;
}

function limitOf(options: Body): number {
  const limit = options.number('limit') ?? 50;
  if (!Number.isInteger(limit) || limit < 0 || limit > MOST_SLOTS)
    throw refuse('REQ014', `options.limit: a whole number from 0 to ${MOST_SLOTS}.`, 'options.limit');
  return limit;
}

function importanceOf(options: Body): number | undefined {
  const importance = options.number('importance');
  if (importance !== undefined && ![0, 1, 2].includes(importance))
    throw refuse('REQ014', 'options.importance: 0 normal, 1 high or 2 low.', 'options.importance');
  return importance;
}

function few(texts: string[], name: string): string[] {
  if (texts.length > MOST_REQUIREMENTS)
    throw refuse('REQ014', `${name}: at most ${MOST_REQUIREMENTS} can be asked for.`, name);
  if (texts.some((text) => storable(text))) throw refuse('REQ014', `${name}: cannot be such a text.`, name);
  return [...new Set(texts)];
}

/** Only the ratio of weights counts; so they must be numbers of which one is more than nothing. */
function weightsOf(body: Body): ReadonlyMap<string, number> | undefined {
  const sent = body.within('scoring')?.within('weights');
  if (!sent) return undefined;
  const known = new Map(scorers.map(({ key }) => [key.toLowerCase(), key]));
  const weights = new Map<string, number>();
  for (const [name, value] of sent.entries()) {
    const key = known.get(name);
    const at = `scoring.weights.${name}`;
    if (key === undefined)
      throw refuse('REQ010', `${at}: there is no such scorer; known are ${[...known.values()].join(', ')}.`, at);
    const weight = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof weight !== 'number' || !Number.isFinite(weight) || weight < 0)
      throw refuse('REQ014', `${at}: must be a number that is not negative.`, at);
    weights.set(key, weight);
  }
  if (weights.size > 0 && [...weights.values()].every((weight) => weight === 0))
    throw refuse('REQ014', 'scoring.weights: at least one must be more than 0.', 'scoring.weights');
  return weights.size === 0 ? undefined : weights;
}

function waivedOf(options: Body): Waived | undefined {
  const sent = options.within('waive');
  if (!sent) return undefined;
  return {
    requirements: few(sent.texts('requirements'), sent.path('requirements')),
    certificates: few(sent.texts('certificates'), sent.path('certificates')),
    latest: flagOf(sent, 'latest'),
    resources: flagOf(sent, 'resources'),
  };
}

function flagOf(body: Body, name: string): boolean {
  const flag = body.field(name) ?? false;
  if (typeof flag !== 'boolean') throw refuse('REQ014', `${body.path(name)}: true or false.`, body.path(name));
  return flag;
}

function taskOf(body: Body): SlotRequest['task'] {
  const taskNo = body.text('taskNo');
  if (taskNo === undefined) return undefined;
  return {
    sourceApp: body.needText('sourceApp'),
    sourceType: body.needText('sourceType'),
    jobNo: body.needText('jobNo'),
    taskNo,
  };
}

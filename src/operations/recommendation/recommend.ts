import { countryOf } from '../../domain/countries.ts';
import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { Roads } from '../../domain/travel.ts';
import { MINUTE_MS } from '../../engine/availability/gaps.ts';
import { byRoad, waysOf } from '../../engine/recommendation/by-road.ts';
import type { Question } from '../../engine/recommendation/question.ts';
import { LATER_MINUTES, type Relaxation, relaxations } from '../../engine/recommendation/relax.ts';
import { type Answer, type Contender, type Slot, search } from '../../engine/recommendation/search.ts';
import { normalise, type Weighed } from '../../engine/recommendation/weights.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import { type TaskToPlace, taskToPlace } from '../../storage/recommendation-store.ts';
import { type Caller, mayReach } from '../caller.ts';
import type { Deps } from '../deps.ts';
import { geocode } from '../geocoding/geocode.ts';
import type { CurrentPlan } from '../planning/planning-index.ts';
import { recordKey } from '../writing/record-key.ts';
import { slotQuestion, workMs } from './slot-question.ts';
import { parseSlotRequest, type SlotRequest } from './slot-request.ts';
import { slotSealer } from './slot-token.ts';

interface ShownSlot {
  readonly start: string;
  readonly end: string;
  readonly resourceNo: string;
  readonly resourceName: string;
  /** Kilometres from where the resource comes; 0 where that is not known. */
  readonly distance: number;
  readonly distanceKnown: boolean;
  readonly travelMinutes: number;
  readonly score: number;
  readonly scores: Readonly<Record<string, { value: number; weight: number; share: number }>>;
  readonly token: string;
}

export interface Recommendation {
  readonly slots: readonly ShownSlot[];
  readonly totalSlots: number;
  readonly resourceCount: number;
  readonly rejected: readonly { resourceNo: string; resourceName: string; rule: string; detail: string }[];
  readonly relaxations: readonly { change: string; detail: string; value: string | number; slots: number }[];
  readonly warnings: readonly string[];
  readonly timeZone: string;
  readonly location: { latitude: number; longitude: number; source: string } | null;
}

/** POST /recommendation: who could do it when, the best first; and for everybody else why not. */
export const recommend = (deps: Deps, caller: Caller, body: unknown, signal: AbortSignal): Promise<Recommendation> =>
  recommendFor(deps, caller, parseSlotRequest(body, caller.timeZone, deps.now().getTime()), signal);

export async function recommendFor(
  deps: Deps,
  caller: Caller,
  request: SlotRequest,
  signal: AbortSignal,
): Promise<Recommendation> {
  const now = deps.now().getTime();
  const task = await taskOf(deps, caller, request);
  const { place, source, warnings } = await placeOf(deps, request, task, signal);
  const plan = await deps.planning.current(deps, caller);
  const wanted = place && deps.roads ? { ...request, limit: moreThan(request.limit) } : request;
  const { answer, question, contenders } = ask(plan, wanted, task, place, now);
  const weights = normalise(request.weights, question);
  const slots = await onRoads(deps.roads, answer.slots, question, weights, signal);
  const helps = answer.total > 0 ? [] : relaxations(contenders, question);
  const unknown = question.requirements.filter(({ anyOf }) => anyOf.length === 0).map(({ text }) => text);
  const seal = slotSealer(deps, request);
  const length = workMs(request, task);
  return {
    slots: slots.slice(0, request.limit).map((slot) => {
      const begins = slot.start * MINUTE_MS;
      const ends = begins + length;
      const token = seal({ tenantId: caller.tenantId, resourceId: slot.candidate.id, start: begins, end: ends });
      return shownSlot(request.timeZone, begins, ends, place, slot, token);
    }),
    totalSlots: answer.total,
    resourceCount: answer.resources,
    rejected: answer.rejected.map(({ candidate, reason }) => ({
      resourceNo: candidate.no,
      resourceName: candidate.name,
      rule: reason.rule,
      detail: reason.detail,
    })),
    relaxations: helps.map((each) => shownRelaxation(each, request.timeZone)),
    warnings: [...warnings, ...unknown.map((text) => `No filter group has the value ${text}, and nobody offers it.`)],
    timeZone: request.timeZone,
    location: place && source !== undefined ? { latitude: place.lat, longitude: place.lon, source } : null,
  };
}

/** Some of those that the estimate found fall away on real roads, and their order changes. */
const moreThan = (limit: number): number => (limit === 0 ? 0 : Math.min(1000, Math.max(200, 4 * limit)));

async function onRoads(
  roads: Roads | undefined,
  slots: readonly Slot[],
  question: Question,
  weights: readonly Weighed[],
  signal: AbortSignal,
): Promise<readonly Slot[]> {
  if (!roads || !question.place) return slots;
  const ways = waysOf(slots, question.place);
  const legs = await roads.legs(ways, signal);
  const known = new Map(ways.map((way, i) => [nameOf(way.from, way.to), legs[i]]));
  return byRoad(slots, question, weights, (from, to) => known.get(nameOf(from, to)));
}

const nameOf = (from: Place, to: Place): string => `${from.lat},${from.lon}>${to.lat},${to.lon}`;

/** The question put to the plan as it stands. */
function ask(
  plan: CurrentPlan,
  request: SlotRequest,
  task: TaskToPlace | undefined,
  place: Place | undefined,
  now: number,
): { readonly answer: Answer; readonly question: Question; readonly contenders: readonly Contender[] } {
  const later = LATER_MINUTES * MINUTE_MS;
  const contenders = plan.contenders({ start: Math.max(request.start, now), end: request.end });
  const question = slotQuestion(request, task, place, plan, now);
  const answer = search(contenders, question, normalise(request.weights, question), request.limit);
  if (answer.total > 0) return { answer, question, contenders };
  // Relaxations look further than the window.
  const wider = plan.contenders({ start: Math.max(request.start, now), end: request.end + later });
  return { answer, question, contenders: wider };
}

async function taskOf(deps: Deps, caller: Caller, { task }: SlotRequest): Promise<TaskToPlace | undefined> {
  if (!task) return undefined;
  const { sourceApp, sourceType, jobNo, taskNo } = task;
  const found = !mayReach(caller, sourceApp)
    ? undefined
    : await taskToPlace(deps.db, caller.tenantId, recordKey([sourceApp, sourceType, jobNo, taskNo]));
  if (!found)
    throw refuse('APP004', `taskNo: there is no Task ${sourceApp}/${sourceType}/${jobNo}/${taskNo}.`, 'taskNo');
  return found;
}

interface Placed {
  readonly place: Place | undefined;
  readonly source: string | undefined;
  readonly warnings: readonly string[];
}

/** Where the work is: as sent, else where the job of the task is. */
async function placeOf(
  deps: Deps,
  { location, maxKm }: SlotRequest,
  task: TaskToPlace | undefined,
  signal: AbortSignal,
): Promise<Placed> {
  if (location && 'lat' in location) return { place: location, source: 'request', warnings: [] };
  if (!location) {
    if (task?.lat == null || task.lon == null) return { place: undefined, source: undefined, warnings: [] };
    return { place: { lat: task.lat, lon: task.lon }, source: 'job', warnings: [] };
  }
  const { address = '', country: named } = location;
  const country = named === undefined ? undefined : countryOf(named);
  if (named !== undefined && country === undefined)
    throw refuse('REQ014', `location.country: ${named.slice(0, 60)} is not a country.`, 'location.country');
  const { located } = await geocode(deps, { address, country }, signal);
  if (located)
    return { place: { lat: located.latitude, lon: located.longitude }, source: located.source, warnings: [] };
  // A limit in kilometres from nowhere could only be kept or broken by chance.
  if (maxKm !== undefined)
    throw refuse(
      'REQ021',
      `location: ${address.slice(0, 100)} cannot be found, so maxDistanceKm means nothing.`,
      'location',
    );
  return {
    place: undefined,
    source: undefined,
    warnings: [`The location ${address.slice(0, 100)} cannot be found: distance and travel do not count.`],
  };
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;

function shownSlot(
  zone: string,
  begins: number,
  ends: number,
  place: Place | undefined,
  { candidate, score, km, addedMinutes, parts }: Slot,
  token: string,
): ShownSlot {
  const isFrom = Number.isFinite(km);
  return {
    start: formatInstant(zone, begins),
    end: formatInstant(zone, ends),
    resourceNo: candidate.no,
    resourceName: candidate.name,
    distance: isFrom ? rounded(km, 1) : 0,
    distanceKnown: place !== undefined && isFrom,
    travelMinutes: isFrom ? Math.round(addedMinutes) : 0,
    score: rounded(score, 6),
    scores: Object.fromEntries(
      parts.map(({ key, value, weight }) => [
        key,
        {
          value: rounded(value, 6),
          weight: rounded(weight, 6),
          share: score > 0 ? rounded((value * weight) / score, 6) : 0,
        },
      ]),
    ),
    token,
  };
}

const shownRelaxation = ({ change, detail, value, slots }: Relaxation, zone: string) =>
  change === 'window'
    ? {
        change,
        detail: `With a window until ${formatInstant(zone, Number(value) * MINUTE_MS)}.`,
        value: formatInstant(zone, Number(value) * MINUTE_MS),
        slots,
      }
    : { change, detail, value, slots };

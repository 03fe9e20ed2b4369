import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import { withDependencyReasons } from '../../engine/recommendation/kept-dependencies.ts';
import type { Question } from '../../engine/recommendation/question.ts';
import { LATER_MINUTES, type Relaxation, relaxations } from '../../engine/recommendation/relax.ts';
import { type Answer, type Field, search } from '../../engine/recommendation/search.ts';
import type { FoundSlots } from '../../engine/recommendation/shown-slot.ts';
import {
  continues,
  endOf,
  FIRST_PAGE,
  nextPage,
  type SlotPage,
  spreadOut,
} from '../../engine/recommendation/slot-page.ts';
import { customerOf, slotQuery, workMs } from '../../engine/recommendation/slot-question.ts';
import type { SlotRequest, TaskToPlan } from '../../engine/recommendation/slot-request.ts';
import { type Recommendation, spellAnswer } from '../../engine/recommendation/spell-answer.ts';
import { normalise, type Weighed } from '../../engine/recommendation/weights.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { ContractWarning, Infer } from '../../platform/contract/kind.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import type { HasSealer } from '../../platform/sealer.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { GeocodeDeps } from '../geocoding/geocoding.ts';
import type { Arrival, CurrentPlan, HasPlanningIndex } from '../planning/planning-index.ts';
import { locationOfWork } from './location-of-work.ts';
import { moreOf, onRoads } from './on-roads.ts';
import { plannedDependencies } from './planned-dependencies.ts';
import { type StoredTask, taskToPlan } from './recommendation-store.ts';
import { scarceLoads } from './scarce-loads.ts';
import { type Continuation, digestOf, openCursor, sealCursor } from './slot-cursor.ts';
import { type slotBody, slotRequest } from './slot-request.ts';
import { FIRST_REJECTED } from './slot-schemas.ts';
import type { HasSlotTokens } from './slot-token.ts';
import { PLAN_CHANGED, warningsOfDistances, warningsOfWeights } from './slot-warnings.ts';
import { resourcesServing, visiblePart } from './visible-part.ts';

/** POST /recommendation: who could do it when, the best first; and the reasons why others could not. As the bytes of JSON. */
export async function recommend(
  deps: SlotDeps & HasSealer,
  caller: Caller,
  body: Infer<typeof slotBody>,
  ignored: readonly ContractWarning[],
  client: Client,
): Promise<Buffer> {
  const now = deps.now().getTime();
  const request = slotRequest(body, caller.timeZone, now);
  const { cursor } = body.options;
  const continued = cursor === undefined ? undefined : openCursor(deps.sealer, caller.tenantId, request, cursor, now);
  return recommendFor(
    deps,
    caller,
    request,
    client,
    ({ next, ...answer }) => {
      const nextCursor = next ? sealCursor(deps.sealer, caller.tenantId, request, next) : null;
      const warnings = [...ignored.map(({ message }) => message), ...answer.warnings];
      const named = body.options.rejected === 'all' ? Number.POSITIVE_INFINITY : FIRST_REJECTED;
      return Buffer.from(spellAnswer({ nextCursor, ...answer, warnings }, named));
    },
    { continued, arrival: caller },
  );
}

/** The client that waits for the answer. The signal is made when it is read, and a question that waits for no other service does not read it. */
interface Client {
  /** Aborts when the client has gone. */
  readonly gone: AbortSignal;
}

const LATER_MS = LATER_MINUTES * MINUTE_MS;

/** So many pages on which nothing is left are passed over. */
const MOST_EMPTY_PAGES = 4;

type Found = Omit<Recommendation, 'nextCursor'> & { readonly next: Continuation | undefined };

/**
 * Slots, as `show` has them. It is called in the turn of the search: of questions that arrive together, what one has found is garbage before the
 * next one searches, and is not copied with all the others when memory is cleaned up.
 */
export async function recommendFor<Shown>(
  deps: SlotDeps,
  caller: Caller,
  request: SlotRequest,
  client: Client,
  show: (found: Found) => Shown,
  {
    continued,
    arrival,
    emptyPages = MOST_EMPTY_PAGES,
  }: {
    readonly continued?: Continuation | undefined;
    /** Where nothing was written since the request arrived: see `PlanningIndex.current`. */
    readonly arrival?: Arrival;
    readonly emptyPages?: number;
  } = {},
): Promise<Shown> {
  const now = deps.now().getTime();
  const asOf = continued?.asOf ?? now;
  const page = continued?.page ?? FIRST_PAGE;
  const stored = await taskOf(deps, caller, request);
  const { place, source, warnings } = await locationOfWork(deps, request, stored, client);
  const [plan, served, dependencies, loads] = await Promise.all([
    // The geocoder may have taken seconds for an address.
    seenPlan(deps, caller, request, request.location && !('lat' in request.location) ? undefined : arrival),
    resourcesServing(deps.db, caller, customerOf(request, stored)),
    stored ? plannedDependencies(deps.db, caller, stored.id) : [],
    stored?.hasLoads
      ? scarceLoads(deps.db, caller, stored.id, { start: request.start, end: request.end + LATER_MS })
      : [],
  ]);
  const task = stored && { ...stored, dependencies, loads, timeZone: caller.timeZone };
  const wanted = place && deps.roads ? moreOf(request) : request;
  const { answer, question, field, weights, idle } = ask(plan, wanted, { task, place, served }, asOf, page);
  // Before anything is waited for: afterwards the plan may be another.
  const helps = answer.total > 0 ? [] : relaxations(field, question);
  const reached = deps.roads ? await onRoads(deps.roads, answer.slots, question, weights, client.gone) : answer.slots;
  const shown = spreadOut(reached, request.perResource);
  // What has begun since the first page cannot be booked any more.
  const slots = shown.slots
    .slice(page.offset, endOf(page, shown, request.limit))
    .filter(({ start }) => start * MINUTE_MS >= now || !continued);
  const limits = { apart: question.dependencies?.apart, closed: question.loads?.closed };
  const fingerprint = digestOf(Object.assign({}, question, limits), answer.checksum, answer.total);
  const further = nextPage(page, { limit: request.limit, ranked: answer.slots, shown, round: answer.round });
  const next = further && { page: further, asOf, fingerprint: continued?.fingerprint ?? fingerprint };
  // Roads may rule out all slots of a page.
  if (next && slots.length === 0 && emptyPages > 0)
    return recommendFor(deps, caller, request, client, show, { continued: next, emptyPages: emptyPages - 1 });
  const isChanged = continued !== undefined && (continued.fingerprint !== fingerprint || !continues(page, shown));
  const unknown = question.requirements.filter(({ anyOf }) => anyOf.length === 0).map(({ text }) => text);
  return show({
    found: withTokens(deps, caller, request, { slots, lengthMs: workMs(request, task), place }),
    totalSlots: answer.total,
    resourceCount: answer.resources,
    next,
    rejected: { candidates: field.roster.candidates, reasons: answer.reasons },
    relaxations: helps.map((each) => shownRelaxation(each, request.timeZone)),
    warnings: [
      ...warnings,
      ...unknown.map((text) => `No filter group has the value ${text}, and nobody offers it.`),
      ...idle,
      ...(isChanged ? [PLAN_CHANGED] : []),
      ...(warnings.length > 0 ? [] : warningsOfDistances(slots, question)),
    ],
    timeZone: request.timeZone,
    location: place && source !== undefined ? { latitude: place.lat, longitude: place.lon, source } : null,
  });
}

/** The plan as it stands; read before what is hidden, so that nothing is in it that is not known to be. */
async function seenPlan(
  deps: SlotDeps,
  caller: Caller,
  request: SlotRequest,
  arrival: Arrival | undefined,
): Promise<CurrentPlan> {
  const plan = await deps.planning.current(deps, caller, arrival);
  const part = await visiblePart(deps.db, caller, request);
  return part ? plan.part(part) : plan;
}

function withTokens(
  deps: HasSlotTokens,
  { tenantId }: Caller,
  request: SlotRequest,
  found: Pick<FoundSlots, 'slots' | 'lengthMs' | 'place'>,
): FoundSlots {
  const tokens = deps.slotTokens.seal(
    { tenantId, workMs: found.lengthMs, request },
    found.slots.map(({ candidate, start }) => ({ resourceId: candidate.id, minute: start })),
  );
  return { tokens, timeZone: request.timeZone, ...found };
}

interface Asked {
  readonly answer: Answer;
  readonly question: Question;
  readonly field: Field;
  readonly weights: readonly Weighed[];
  /** Warnings about weights that do not count. */
  readonly idle: readonly string[];
}

/** The question put to the plan as it stands. */
function ask(
  plan: CurrentPlan,
  request: SlotRequest,
  {
    task,
    place,
    served,
  }: {
    readonly task: TaskToPlan | undefined;
    readonly place: Place | undefined;
    readonly served: ReadonlySet<number>;
  },
  now: number,
  page: SlotPage,
): Asked {
  const field = plan.field({ start: Math.max(request.start, now), end: request.end });
  const question = slotQuery(request, task, place, plan, now, served);
  const idle = warningsOfWeights(request.weights, question);
  const weights = normalise(request.weights, question);
  const { after } = page;
  const found = search(field, question, weights, request.limit, {
    perResource: request.perResource,
    round: page.round,
    after: after && { ...after, rank: field.roster.candidates.findIndex(({ id }) => id === after.resourceId) },
  });
  const answer = withDependencyReasons(found, field, question);
  if (answer.total > 0) return { answer, question, field, weights, idle };
  // Relaxations look further than the window.
  const wider = plan.field({ start: Math.max(request.start, now), end: request.end + LATER_MS });
  return { answer, question, field: wider, weights, idle };
}

async function taskOf(deps: HasDatabase, caller: Caller, { task }: SlotRequest): Promise<StoredTask | undefined> {
  if (!task) return undefined;
  const { sourceApp, sourceType, jobNo, taskNo } = task;
  const found = !mayReach(caller, sourceApp)
    ? undefined
    : await taskToPlan(deps.db, caller, recordKey([sourceApp, sourceType, jobNo, taskNo]));
  if (!found)
    throw refuse('APP004', `taskNo: there is no Task ${sourceApp}/${sourceType}/${jobNo}/${taskNo}.`, 'taskNo');
  return found;
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

/** What a search for slots needs. */
export type SlotDeps = GeocodeDeps & HasClock & HasPlanningIndex & HasRoads & HasSlotTokens;

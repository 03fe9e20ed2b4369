import { refuse } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/zone.ts';
import type { HasRoads } from '../../domain/travel.ts';
import { MINUTE_MS } from '../../engine/availability/stretches.ts';
import type { Question } from '../../engine/recommendation/question.ts';
import { LATER_MINUTES, type Relaxation, relaxations } from '../../engine/recommendation/relax.ts';
import { type Answer, type Field, search } from '../../engine/recommendation/search.ts';
import { slotShower } from '../../engine/recommendation/shown-slot.ts';
import { slotQuery, workMs } from '../../engine/recommendation/slot-question.ts';
import type { SlotRequest, TaskToPlan } from '../../engine/recommendation/slot-request.ts';
import { type Recommendation, spellAnswer } from '../../engine/recommendation/spell-answer.ts';
import { normalise } from '../../engine/recommendation/weights.ts';
import type { Place } from '../../engine/travel/estimate.ts';
import { type Caller, mayReach } from '../../platform/caller.ts';
import type { HasClock } from '../../platform/clock.ts';
import type { ContractWarning, Infer } from '../../platform/contract/kind.ts';
import type { HasDatabase } from '../../platform/postgres/database.ts';
import { recordKey } from '../../records/writing/record-key.ts';
import type { GeocodeDeps } from '../geocoding/geocoding.ts';
import type { CurrentPlan, HasPlanningIndex } from '../planning/planning-index.ts';
import { locationOfWork } from './location-of-work.ts';
import { moreThan, onRoads } from './on-roads.ts';
import { taskToPlan } from './recommendation-store.ts';
import { type slotBody, slotRequest } from './slot-request.ts';
import type { HasSlotTokens } from './slot-token.ts';

/** POST /recommendation: who could do it when, the best first; and for everybody else why not. As JSON. */
export async function recommend(
  deps: SlotDeps,
  caller: Caller,
  body: Infer<typeof slotBody>,
  ignored: readonly ContractWarning[],
  signal: AbortSignal,
): Promise<string> {
  const request = slotRequest(body, caller.timeZone, deps.now().getTime());
  const found = await recommendFor(deps, caller, request, signal);
  return spellAnswer({ ...found, warnings: [...ignored.map(({ message }) => message), ...found.warnings] });
}

export async function recommendFor(
  deps: SlotDeps,
  caller: Caller,
  request: SlotRequest,
  signal: AbortSignal,
): Promise<Recommendation> {
  const now = deps.now().getTime();
  const task = await taskOf(deps, caller, request);
  const { place, source, warnings } = await locationOfWork(deps, request, task, signal);
  const plan = await deps.planning.current(deps, caller);
  const wanted = place && deps.roads ? { ...request, limit: moreThan(request.limit) } : request;
  const { answer, question, field } = ask(plan, wanted, task, place, now);
  const weights = normalise(request.weights, question);
  // Before anything is waited for: afterwards the plan may be another.
  const helps = answer.total > 0 ? [] : relaxations(field, question);
  const found = await onRoads(deps.roads, answer.slots, question, weights, signal);
  const unknown = question.requirements.filter(({ anyOf }) => anyOf.length === 0).map(({ text }) => text);
  const slots = found.slice(0, request.limit);
  const length = workMs(request, task);
  const tokens = deps.slotTokens.seal(
    { tenantId: caller.tenantId, workMs: length, request },
    slots.map(({ candidate, start }) => ({ resourceId: candidate.id, minute: start })),
  );
  const show = slotShower(request.timeZone, length, place);
  return {
    slots: slots.map((slot, i) => show(slot, tokens[i] as string)),
    totalSlots: answer.total,
    resourceCount: answer.resources,
    rejected: answer.rejected,
    relaxations: helps.map((each) => shownRelaxation(each, request.timeZone)),
    warnings: [...warnings, ...unknown.map((text) => `No filter group has the value ${text}, and nobody offers it.`)],
    timeZone: request.timeZone,
    location: place && source !== undefined ? { latitude: place.lat, longitude: place.lon, source } : null,
  };
}

/** The question put to the plan as it stands. */
function ask(
  plan: CurrentPlan,
  request: SlotRequest,
  task: TaskToPlan | undefined,
  place: Place | undefined,
  now: number,
): { readonly answer: Answer; readonly question: Question; readonly field: Field } {
  const later = LATER_MINUTES * MINUTE_MS;
  const field = plan.field({ start: Math.max(request.start, now), end: request.end });
  const question = slotQuery(request, task, place, plan, now);
  const answer = search(field, question, normalise(request.weights, question), request.limit);
  if (answer.total > 0) return { answer, question, field };
  // Relaxations look further than the window.
  const wider = plan.field({ start: Math.max(request.start, now), end: request.end + later });
  return { answer, question, field: wider };
}

async function taskOf(deps: HasDatabase, caller: Caller, { task }: SlotRequest): Promise<TaskToPlan | undefined> {
  if (!task) return undefined;
  const { sourceApp, sourceType, jobNo, taskNo } = task;
  const found = !mayReach(caller, sourceApp)
    ? undefined
    : await taskToPlan(deps.db, caller.tenantId, recordKey([sourceApp, sourceType, jobNo, taskNo]));
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

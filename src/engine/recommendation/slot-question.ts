import { workOf } from '../../domain/appointment.ts';
import { refuse } from '../../domain/errors.ts';
import { foldKey } from '../../domain/natural-key.ts';
import { offsetStretches } from '../../domain/time/zone.ts';
import { certificatesIn } from '../../domain/violations/certificate-invalid.ts';
import { MINUTE_MS } from '../availability/stretches.ts';
import type { Place } from '../travel/estimate.ts';
import { withinDependencies } from './kept-dependencies.ts';
import { keptLoads } from './kept-loads.ts';
import type { Question } from './question.ts';
import { LATER_MINUTES } from './relax.ts';
import type { SlotRequest, TaskToPlan } from './slot-request.ts';

/** What the names of a request mean in the plan. */
interface PlanNames {
  readonly groupsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly idOf: (no: string) => number | undefined;
}

const NOBODY: ReadonlySet<number> = new Set();

/** The question for the engine: names become ids, moments become minutes, and what the request leaves open comes from its task. */
export function slotQuery(
  request: SlotRequest,
  task: TaskToPlan | undefined,
  place: Place | undefined,
  plan: PlanNames,
  now: number,
  served: ReadonlySet<number> = NOBODY,
): Question {
  const idsOf = (numbers: readonly string[], name: string): number[] =>
    numbers.map((no) => {
      const id = plan.idOf(no);
      if (id === undefined) throw refuse('APP004', `${name}: there is no Resource ${no.slice(0, 60)}.`, name);
      return id;
    });
  const wished = (preference: number): number[] =>
    (task?.wishes ?? []).filter(([, each]) => each === preference).map(([id]) => id);
  const among = idsOf(request.among, 'options.resources');
  const { waived } = request;
  const given = (list: readonly string[] | undefined): Set<string> => new Set(list?.map((text) => foldKey([text])));
  const [noRequirement, noCertificate] = [given(waived?.requirements), given(waived?.certificates)];
  const required = waived?.resources ? [] : wished(1);
  const latest = waived?.latest ? null : task?.latest;
  const ms = workMs(request, task);
  const window = {
    from: Math.ceil(Math.max(request.start, now, task?.earliest ?? 0) / MINUTE_MS),
    till: Math.floor(Math.min(request.end, latest ?? Number.POSITIVE_INFINITY) / MINUTE_MS),
  };
  const { from, till, dependencies } =
    task && !waived?.dependencies
      ? withinDependencies(task, { ...window, ms, now, zone: request.timeZone })
      : { from: window.from, till: window.till, dependencies: undefined };
  return {
    from,
    till,
    dependencies,
    loads: task && !waived?.loads ? keptLoads(task.loads) : undefined,
    minutes: Math.ceil(ms / MINUTE_MS),
    grid: request.grid,
    offsets: offsetStretches(
      request.timeZone,
      Math.min(window.from, window.till) * MINUTE_MS,
      (Math.max(window.from, window.till) + LATER_MINUTES) * MINUTE_MS,
    ).map((stretch) => ({
      from: Math.floor(stretch.start / MINUTE_MS),
      till: Math.ceil(stretch.end / MINUTE_MS),
      offset: stretch.offset / MINUTE_MS,
    })),
    requirements: [
      ...request.requirements.map((text) => ({ text, anyOf: meantBy(text, plan.groupsOf) })),
      ...(task?.requirements ?? [])
        .map((pair) => ({ text: pair.join(':'), anyOf: [foldKey(pair)] }))
        .filter(({ text }) => !noRequirement.has(foldKey([text]))),
    ],
    certificates: [
      ...request.certificates.map((no) => foldKey([no])),
      ...certificatesIn(task?.certificateNo ?? null)
        .map((no) => foldKey([no]))
        .filter((no) => !noCertificate.has(no)),
    ],
    place,
    fromHome: request.fromHome,
    maxKm: request.maxKm,
    among: among.length + required.length === 0 ? undefined : new Set(among.length === 0 ? required : among),
    excluded: new Set([...idsOf(request.excluded, 'options.excludedResources'), ...wished(2)]),
    preferred: new Set([...idsOf(request.preferred, 'options.preferredResources'), ...wished(0)]),
    customer: customerOf(request, task),
    served,
    importance: request.importance ?? task?.importance,
  };
}

/** Folded number of the customer whom the work is for. */
export const customerOf = (
  { customer }: Pick<SlotRequest, 'customer'>,
  task: Pick<TaskToPlan, 'customer'> | undefined,
): string | undefined => (customer === undefined ? (task?.customer ?? undefined) : foldKey([customer]));

export function workMs(request: SlotRequest, task: TaskToPlan | undefined): number {
  const ms = request.workMs ?? (task ? workOf(task) : null);
  if (ms === null) throw refuse('REQ015', 'duration is required, for example PT1H.', 'duration');
  return ms;
}

/** `Value`, or `Group:Value` where the value stands in several groups. */
function meantBy(text: string, groupsOf: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const at = text.indexOf(':');
  if (at > 0) {
    const [group, value] = [foldKey([text.slice(0, at).trim()]), foldKey([text.slice(at + 1).trim()])];
    if (groupsOf.get(value)?.has(group)) return [foldKey([group, value])];
  }
  const value = foldKey([text]);
  const groups = [...(groupsOf.get(value) ?? [])];
  if (groups.length > 1)
    throw refuse(
      'REQ014',
      `requirements: ${text} stands in several filter groups; send ${groups.map((group) => `${group}:${text}`).join(' or ')}.`,
      'requirements',
    );
  return groups.map((group) => foldKey([group, value]));
}

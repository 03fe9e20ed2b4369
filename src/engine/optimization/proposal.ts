import type { Figures } from '../routing/check/figures.ts';
import type { DayStop } from '../routing/day-stops.ts';
import type { Judgement } from '../routing/judge.ts';
import type { LoadedProblem } from '../routing/loaded-problem.ts';
import type { Plan, Visit } from '../routing/model.ts';
import { staysAt } from '../routing/present-plan.ts';
import { withNames } from '../routing/reason-texts.ts';
import type { Unit } from '../routing/units.ts';
import type { AppointmentToOptimize, ResourceToPlan, TaskToOptimize } from '../routing/work.ts';
import type { TravelSource } from '../travel/source.ts';
import type { TaskName } from './request.ts';
import { inHundredths } from './rounded-figures.ts';

type MoveAction = 'assign' | 'move' | 'unassign';

export interface NamedResource {
  readonly id: number;
  readonly resourceNo: string;
}

export interface Standing {
  readonly resources: readonly NamedResource[];
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

/** A proposed change, with the data to check whether it can still be applied. */
export interface Move {
  readonly no: number;
  readonly action: MoveAction;
  readonly task: ProposedTask;
  /** The appointment that it concerns; null where it would be made. */
  readonly appointment: ProposedAppointment | null;
  /** The appointments that the task had when this was found. */
  readonly known: readonly number[];
  readonly to: Standing | null;
  readonly from: Standing | null;
  readonly gain: number;
  /** Travel that it saves; runs of earlier versions have none. */
  readonly savedKm?: number;
  readonly savedMinutes?: number;
  readonly reason: string;
  /** Moves of one link are applied together. */
  readonly link?: string;
}

export interface ProposedTask extends TaskName {
  readonly id: number;
  readonly version: number;
  readonly shortDescription: string;
}

interface ProposedAppointment {
  readonly id: number;
  readonly guid: string;
  readonly no: string;
  readonly version: number;
}

export interface Unassigned {
  readonly task: ProposedTask;
  readonly reasons: readonly string[];
}

/** Time of a resource that the plan keeps for a break or a refill. */
interface ProposedStop extends NamedResource {
  readonly kind: DayStop['kind'];
  readonly name: string;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
}

/** What a run came to. It is stored with the run, so all of it is JSON. */
export interface Proposal {
  readonly moves: readonly Move[];
  readonly unassigned: readonly Unassigned[];
  /** Runs of earlier versions have none. */
  readonly stops?: readonly ProposedStop[];
  readonly before: Figures;
  readonly after: Figures;
  readonly travel: TravelSource;
  readonly warnings: readonly string[];
}

export function proposalOf(loaded: LoadedProblem, plan: Plan, judged: Judgement, travel: TravelSource): Proposal {
  const visits = new Map<string, Visit[]>();
  for (const visit of plan.visits) visits.set(visit.task, [...(visits.get(visit.task) ?? []), visit]);
  const gains = new Map(judged.moves.map((each) => [each.task, each]));
  const named = (ids: readonly (string | number)[]): NamedResource[] =>
    ids
      .flatMap((id) => nameOf(loaded.resources.get(String(id))))
      .sort((a, b) => (a.resourceNo < b.resourceNo ? -1 : 1));
  const changes = loaded.problem.tasks.flatMap((task): Omit<Move, 'no'>[] => {
    const unit = loaded.units.get(task.id);
    const own = visits.get(task.id) ?? [];
    if (!unit || (task.planned ? staysAt(task.planned, own) : own.length === 0)) return [];
    const { appointment } = unit;
    const [first] = own;
    const start = first && first.start * 1000;
    const gain = gains.get(task.id);
    return [
      {
        action: !first ? 'unassign' : task.planned ? 'move' : 'assign',
        task: proposed(unit.task),
        appointment: appointment ? shortly(appointment) : null,
        known: unit.task.appointments,
        to: start === undefined ? null : standing(named(own.map(({ resource }) => resource)), start, unit),
        from: appointment ? standing(named(appointment.resources), appointment.start, unit) : null,
        gain: inHundredths(gain?.gain ?? 0),
        savedKm: inHundredths(gain?.savedKm ?? 0),
        savedMinutes: Math.round(gain?.savedMinutes ?? 0),
        reason: gain?.reason ?? '',
        ...(task.link ? { link: task.link.id } : {}),
      },
    ];
  });
  changes.sort((a, b) => (a.to?.start ?? 0) - (b.to?.start ?? 0) || a.task.id - b.task.id);
  const moved = new Set(changes.map(({ task }) => task.id));
  return {
    moves: changes.map((change, i) => ({ no: i + 1, ...change })),
    unassigned: [
      ...plan.unassigned.flatMap((id): Unassigned[] => {
        const unit = loaded.units.get(id);
        const reasons = (judged.reasons[id] ?? []).map((text) => withNames(text, loaded.units));
        return unit ? [{ task: proposed(unit.task), reasons }] : [];
      }),
      ...loaded.leftOut.map(({ task, reason }) => ({ task: proposed(task), reasons: [reason] })),
    ],
    stops: judged.stops.flatMap(({ kind, resource, name, start, end }) =>
      nameOf(loaded.resources.get(resource)).map((who) => ({
        ...who,
        kind,
        name,
        start: start * 1000,
        end: end * 1000,
      })),
    ),
    before: withLeftOut(judged.before, loaded.leftOut.length),
    after: withLeftOut(judged.after, loaded.leftOut.length),
    travel,
    warnings: [
      ...loaded.warnings,
      ...(judged.broken > 0
        ? [
            `${judged.broken} planned tasks break a rule as planned; ${moved.size > 0 ? 'they are planned again' : 'see violations'}.`,
          ]
        : []),
    ],
  };
}

/** Tasks that cannot be planned at all are no part of the problem, but stay open as well: figures and the list have the same number. */
export const withLeftOut = (figures: Figures, count: number): Figures => ({
  ...figures,
  unassigned: figures.unassigned + count,
});

export const isSameCrew = (ids: readonly number[], others: readonly NamedResource[]): boolean =>
  ids.length === others.length && ids.every((id) => others.some((each) => each.id === id));

const standing = (resources: readonly NamedResource[], start: number, { lengthMs }: Unit): Standing => ({
  resources,
  start,
  end: start + lengthMs,
});

const nameOf = (resource: ResourceToPlan | undefined): NamedResource[] =>
  resource ? [{ id: resource.id, resourceNo: resource.resourceNo }] : [];

const shortly = ({ id, guid, no, version }: AppointmentToOptimize): ProposedAppointment => ({ id, guid, no, version });

export const proposed = (task: TaskToOptimize): ProposedTask => {
  const { id, version, sourceApp, sourceType, jobNo, taskNo, shortDescription } = task;
  return { id, version, sourceApp, sourceType, jobNo, taskNo, shortDescription };
};

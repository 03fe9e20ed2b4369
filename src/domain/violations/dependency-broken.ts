import { DAY_MS } from '../time/day.ts';
import { instantOfLocal, localOfInstant } from '../time/zone.ts';
import type { DependencyFacts, Rule } from './facts.ts';

/** Which moment of the successor waits for which of the predecessor, by the type of the dependency. */
const TYPES = [
  { name: 'finish to start', waits: 'start', for: 'end' },
  { name: 'start to start', waits: 'start', for: 'start' },
  { name: 'finish to finish', waits: 'end', for: 'end' },
  { name: 'start to finish', waits: 'end', for: 'start' },
] as const;

function later(instant: number, { lag, zone }: DependencyFacts): number {
  if ('seconds' in lag) return instant + lag.seconds * 1000;
  return lag.days === 0 ? instant : instantOfLocal(zone, localOfInstant(zone, instant) + lag.days * DAY_MS);
}

export const dependencyBroken: Rule<DependencyFacts> = {
  key: 'dependencyBroken',
  severity: 'error',
  about:
    'An appointment, or the appointments of a task, start or end too early after those they depend on (AppointmentDependency, TaskDependency, PredecessorTaskNo with PredecessorLag in days).',
  check(facts) {
    const { part, predecessor, successor } = facts;
    const type = TYPES[facts.type] ?? TYPES[0];
    const earliest = later(predecessor[type.for], facts);
    if (successor[type.waits] >= earliest) return [];
    return [
      {
        appointmentId: type.waits === 'start' ? successor.firstId : successor.lastId,
        otherId: type.for === 'start' ? predecessor.firstId : predecessor.lastId,
        part,
        start: successor.start,
        end: successor.end,
        detail: { type: type.name, earliest, tooEarlyInSeconds: Math.round((earliest - successor[type.waits]) / 1000) },
      },
    ];
  },
  tell: (detail, { appointment, other, moment }) => {
    const verb = String(detail['type']).endsWith('start') ? 'start' : 'end';
    return `${appointment} depends on ${other} (${detail['type']}) and must not ${verb} before ${moment(Number(detail['earliest']))}.`;
  },
};

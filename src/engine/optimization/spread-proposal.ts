import type { Figures } from '../routing/check/figures.ts';
import type { LoadedSpread } from '../spreading/loaded-spread.ts';
import type { Spread } from '../spreading/model.ts';
import { piecesOf } from '../spreading/spread-moves.ts';
import { type Move, type Proposal, proposed, type Unassigned, withLeftOut } from './proposal.ts';

/** What a spread comes to: an appointment for each piece of a day, and of what finds no time how much that is. */
export function spreadProposal(loaded: LoadedSpread, spread: Spread): Proposal {
  const moves = piecesOf(spread.shares, loaded)
    .sort((a, b) => a.start - b.start)
    .flatMap(({ share, start, end }, i): Move[] => {
      const [task, resource] = [loaded.tasks.get(share.task), loaded.resources.get(share.person)];
      if (!task || !resource) return [];
      const { id, resourceNo } = resource;
      return [
        {
          no: i + 1,
          action: 'assign',
          task: proposed(task),
          appointment: null,
          known: task.appointments,
          to: { resources: [{ id, resourceNo }], start, end },
          from: null,
          gain: 0,
          reason: `${length(share.minutes)} of its budget on that day.`,
        },
      ];
    });
  const nothing: Spread = { shares: [], missing: loaded.problem.budgets };
  return {
    moves,
    unassigned: [
      ...spread.missing.flatMap(({ task: id, minutes }): Unassigned[] => {
        const task = loaded.tasks.get(id);
        return task ? [{ task: proposed(task), reasons: [reasonOf(loaded, id, minutes)] }] : [];
      }),
      ...loaded.leftOut.map(({ task, reason }) => ({ task: proposed(task), reasons: [reason] })),
    ],
    before: withLeftOut(figuresOf(loaded, nothing), loaded.leftOut.length),
    after: withLeftOut(figuresOf(loaded, spread), loaded.leftOut.length),
    travel: 'estimate',
    warnings: loaded.warnings,
  };
}

function reasonOf({ problem }: LoadedSpread, id: string, minutes: number): string {
  const budget = problem.budgets.find(({ task }) => task === id);
  const able = problem.people.filter(
    ({ id: person, skills }) =>
      !budget?.excluded?.includes(person) &&
      (budget?.requirements ?? []).every(({ anyOf }) => anyOf.some((skill) => skills?.includes(skill))),
  );
  const lacking = (budget?.requirements ?? []).map(({ text }) => text).join(', ');
  if (able.length === 0)
    return lacking === ''
      ? 'No resource may do it: all are excluded, or have no certificate that is valid long enough.'
      : `No resource has ${lacking}, or those that have it are excluded.`;
  return `There is no time for ${length(minutes)} of it: ${able.length} of ${problem.people.length} resources may do it, and are full at that time.`;
}

const length = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ''}`;

/** In the words of all proposals. Nobody drives; what is made small is the work that finds no time, and then what is late. */
function figuresOf({ problem }: LoadedSpread, { shares, missing }: Spread): Figures {
  const due = new Map(problem.budgets.map((budget) => [budget.task, budget.due ?? '9999']));
  const late = shares.filter(({ task, date }) => date > (due.get(task) ?? '9999'));
  const hours = (list: readonly { readonly minutes: number }[]): number =>
    list.reduce((sum, { minutes }) => sum + minutes, 0) / 60;
  const balance = problem.people.reduce((sum, { id, days }) => {
    const [own, whole] = [hours(shares.filter(({ person }) => person === id)), hours(days)];
    return whole > 0 ? sum + (own * own) / whole : sum;
  }, 0);
  return {
    served: problem.budgets.length - missing.length,
    unassigned: missing.length,
    km: 0,
    travelHours: 0,
    workHours: hours(shares),
    lateHours: hours(late),
    overtimeHours: 0,
    workingHours: hours(shares),
    balance,
    unwanted: 0,
    changed: 0,
    cost: 10 * hours(missing) + hours(late),
  };
}

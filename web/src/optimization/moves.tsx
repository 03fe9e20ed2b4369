import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Card } from '../kit/page.tsx';
import { type Move, nameOf, ownerOf, type Proposal } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';
import { savedBy, withDependents, withNeeded } from '../proposal/ticking.ts';
import { MoveGroup } from './move-group.tsx';

interface Props {
  readonly proposal: Proposal;
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: ReadonlySet<number>;
  readonly applied: ReadonlySet<number>;
  /** Why moves were not applied, by their number. */
  readonly refused: ReadonlyMap<number, string>;
  onChoose(chosen: ReadonlySet<number>): void;
}

const FIRST = 200;

/** The proposed changes by resource, selected one by one or in groups. */
export function Moves({ proposal, names, chosen, applied, refused, onChoose }: Props) {
  const { moves } = proposal;
  const texts = useRunTexts();
  const [isWhole, setWhole] = useState(false);
  const open = useMemo(() => moves.filter(({ no }) => !applied.has(no)), [moves, applied]);
  const saved = savedBy(
    open.filter(({ no }) => chosen.has(no)),
    proposal,
  );
  const taskOf = useMemo(() => new Map(moves.map(({ no, task }) => [no, nameOf(task)])), [moves]);
  const groups = useMemo(() => groupsOf(moves, names, isWhole ? moves.length : FIRST), [moves, names, isWhole]);
  const set = (some: readonly Move[], on: boolean): void => {
    // Moves that depend on each other are ticked together.
    const numbers = some.map(({ no }) => no);
    const next = new Set(chosen);
    for (const no of on ? withNeeded(moves, numbers) : withDependents(moves, numbers))
      if (on && !applied.has(no)) next.add(no);
      else next.delete(no);
    onChoose(next);
  };
  if (moves.length === 0)
    return (
      <Card title={texts.changes}>
        <p className="kit-note">{texts.noChanges}</p>
      </Card>
    );
  return (
    <Card
      title={texts.changes}
      actions={
        <>
          <span className="opt-hint">
            {texts.chosen(chosen.size, open.length)} · {texts.saves(Math.round(saved.minutes), Math.round(saved.km))}
          </span>
          <Button size="compact-xs" variant="default" onClick={() => set(moves, true)}>
            {texts.all}
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => set(moves, false)}>
            {texts.none}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="opt-moves" tabIndex={0} aria-label={texts.changes}>
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{texts.task}</th>
              <th scope="col">{texts.fromTo}</th>
              <th scope="col" className="opt-number">
                {texts.travelSaved}
              </th>
              <th scope="col" className="opt-number">
                {texts.gain}
              </th>
              <th scope="col">{texts.reason}</th>
            </tr>
          </thead>
          {groups.map((group) => (
            <MoveGroup
              key={group.owner}
              {...group}
              names={names}
              taskOf={taskOf}
              chosen={chosen}
              applied={applied}
              refused={refused}
              onChoose={set}
            />
          ))}
        </table>
      </section>
      {!isWhole && moves.length > FIRST && (
        <Button size="compact-sm" variant="default" mt="sm" onClick={() => setWhole(true)}>
          {texts.showAll(moves.length)}
        </Button>
      )}
    </Card>
  );
}

/** Groups by resource, ordered by its name. `shown` are at most `most` moves in total; the checkbox of a group selects `all`. */
function groupsOf(moves: readonly Move[], names: ReadonlyMap<string, string>, most: number) {
  const groups = new Map<string, Move[]>();
  for (const move of moves) {
    const group = groups.get(ownerOf(move));
    if (group) group.push(move);
    else groups.set(ownerOf(move), [move]);
  }
  let left = most;
  return [...groups]
    .sort(([a], [b]) => (names.get(a) ?? a).localeCompare(names.get(b) ?? b))
    .map(([owner, all]) => {
      const shown = all.slice(0, left);
      left -= shown.length;
      return { owner, shown, all };
    })
    .filter(({ shown }) => shown.length > 0);
}

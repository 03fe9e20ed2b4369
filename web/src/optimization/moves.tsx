import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Card } from '../kit/page.tsx';
import { MoveGroup } from './move-group.tsx';
import { type Move, ownerOf } from './run.ts';
import { useRunTexts } from './run-texts.ts';

interface Props {
  readonly moves: readonly Move[];
  readonly names: ReadonlyMap<string, string>;
  readonly chosen: ReadonlySet<number>;
  readonly applied: ReadonlySet<number>;
  /** Why moves were not applied, by their number. */
  readonly refused: ReadonlyMap<number, string>;
  onChoose(chosen: ReadonlySet<number>): void;
}

const FIRST = 200;

/** The proposed changes by resource, selected one by one or in groups. */
export function Moves({ moves, names, chosen, applied, refused, onChoose }: Props) {
  const texts = useRunTexts();
  const [isWhole, setWhole] = useState(false);
  const open = useMemo(() => moves.filter(({ no }) => !applied.has(no)), [moves, applied]);
  const groups = useMemo(() => groupsOf(moves, names, isWhole ? moves.length : FIRST), [moves, names, isWhole]);
  const set = (some: readonly Move[], on: boolean): void => {
    const next = new Set(chosen);
    for (const { no } of some)
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
          <span className="opt-hint">{texts.chosen(chosen.size, open.length)}</span>
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

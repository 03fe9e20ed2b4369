import { Button, Checkbox } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLocale } from '../i18n/language.ts';
import { Card } from '../kit/page.tsx';
import { useFormat } from '../kit/use-format.ts';
import { type Move, nameOf, ownerOf } from './run.ts';
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

/** What would change, by resource, to be ticked one by one or many at once. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
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
          {groups.map(({ owner, own, all }) => {
            const free = all.filter(({ no }) => !applied.has(no));
            const ticked = free.filter(({ no }) => chosen.has(no)).length;
            return (
              <tbody key={owner}>
                <tr className="opt-group">
                  <td>
                    <Checkbox
                      size="xs"
                      aria-label={texts.choose((names.get(owner) ?? owner).slice(0, 80))}
                      disabled={free.length === 0}
                      checked={free.length > 0 && ticked === free.length}
                      indeterminate={ticked > 0 && ticked < free.length}
                      onChange={({ currentTarget }) => set(all, currentTarget.checked)}
                    />
                  </td>
                  <th colSpan={4} scope="rowgroup" dir="auto">
                    {(names.get(owner) ?? owner).slice(0, 120)}
                  </th>
                </tr>
                {own.map((move) => (
                  <MoveLine
                    key={move.no}
                    move={move}
                    names={names}
                    isChosen={chosen.has(move.no)}
                    isApplied={applied.has(move.no)}
                    refused={refused.get(move.no)}
                    onChoose={(on) => set([move], on)}
                  />
                ))}
              </tbody>
            );
          })}
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

/** By the name of the resource; `own` are those that are shown, `all` those that a tick of the group means. */
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
      const own = all.slice(0, left);
      left -= own.length;
      return { owner, own, all };
    })
    .filter(({ own }) => own.length > 0);
}

interface LineProps {
  readonly move: Move;
  readonly names: ReadonlyMap<string, string>;
  readonly isChosen: boolean;
  readonly isApplied: boolean;
  readonly refused: string | undefined;
  onChoose(on: boolean): void;
}

function MoveLine({ move, names, isChosen, isApplied, refused, onChoose }: LineProps) {
  const texts = useRunTexts();
  const { locale } = useLocale();
  const format = useFormat();
  const { task, from, resources, start, end, gain, action, reason } = move;
  const describe = (who: readonly string[], at: string, until: string): string =>
    `${who
      .map((no) => names.get(no) ?? no)
      .join(', ')
      .slice(0, 120)}, ${format.day(at)} ${format.clock(at)}–${format.clock(until)}`;
  return (
    <tr className={isApplied ? 'opt-applied' : ''}>
      <td>
        <Checkbox
          size="xs"
          aria-label={texts.choose(nameOf(task).slice(0, 120))}
          disabled={isApplied}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </td>
      <td className="opt-task">
        <span className={`opt-action opt-action-${action}`}>{texts.actions[action]}</span>{' '}
        <b>{nameOf(task).slice(0, 120)}</b>
        <div dir="auto">{task.shortDescription.slice(0, 200)}</div>
      </td>
      <td className="opt-way">
        <span className="opt-old" dir="auto">
          {from ? describe(from.resources, from.start, from.end) : texts.open}
        </span>
        <span aria-hidden="true"> → </span>
        <span dir="auto">{start !== null && end !== null ? describe(resources, start, end) : texts.open}</span>
      </td>
      <td className="opt-number">{gain.toLocaleString(locale, { maximumFractionDigits: 0 })}</td>
      <td dir="auto">
        {reason.slice(0, 400)}
        {isApplied && <div className="opt-better">✓ {texts.applied}</div>}
        {refused !== undefined && <div className="opt-worse">✗ {texts.refusedBecause(refused.slice(0, 400))}</div>}
      </td>
    </tr>
  );
}

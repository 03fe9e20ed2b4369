import { Checkbox } from '@mantine/core';
import { useLocale } from '../i18n/language.ts';
import { numberText } from '../i18n/number-text.ts';
import { useFormat } from '../kit/use-format.ts';
import { type Move, nameOf } from '../proposal/run.ts';
import { useRunTexts } from '../proposal/run-texts.ts';

interface Props {
  readonly owner: string;
  readonly shown: readonly Move[];
  readonly all: readonly Move[];
  readonly names: ReadonlyMap<string, string>;
  /** The task of a move by its number. */
  readonly taskOf: ReadonlyMap<number, string>;
  readonly chosen: ReadonlySet<number>;
  readonly applied: ReadonlySet<number>;
  readonly refused: ReadonlyMap<number, string>;
  onChoose(moves: readonly Move[], on: boolean): void;
}

/** The changes of one resource, below a checkbox for all of them. */
export function MoveGroup({ owner, shown, all, names, taskOf, chosen, applied, refused, onChoose }: Props) {
  const texts = useRunTexts();
  const name = names.get(owner) ?? owner;
  const open = all.filter(({ no }) => !applied.has(no));
  const ticked = open.filter(({ no }) => chosen.has(no)).length;
  return (
    <tbody>
      <tr className="opt-group">
        <td>
          <Checkbox
            size="xs"
            aria-label={texts.choose(name.slice(0, 80))}
            disabled={open.length === 0}
            checked={open.length > 0 && ticked === open.length}
            indeterminate={ticked > 0 && ticked < open.length}
            onChange={({ currentTarget }) => onChoose(all, currentTarget.checked)}
          />
        </td>
        <th colSpan={5} scope="rowgroup" dir="auto">
          {name.slice(0, 120)}
        </th>
      </tr>
      {shown.map((move) => (
        <MoveLine
          key={move.no}
          move={move}
          names={names}
          taskOf={taskOf}
          isChosen={chosen.has(move.no)}
          isApplied={applied.has(move.no)}
          refused={refused.get(move.no)}
          onChoose={(on) => onChoose([move], on)}
        />
      ))}
    </tbody>
  );
}

interface LineProps {
  readonly move: Move;
  readonly names: ReadonlyMap<string, string>;
  /** The task of a move by its number. */
  readonly taskOf: ReadonlyMap<number, string>;
  readonly isChosen: boolean;
  readonly isApplied: boolean;
  readonly refused: string | undefined;
  onChoose(on: boolean): void;
}

function MoveLine({ move, names, taskOf, isChosen, isApplied, refused, onChoose }: LineProps) {
  const texts = useRunTexts();
  const { locale } = useLocale();
  const format = useFormat();
  const { task, from, resources, start, end, gain, action, reason, needs, savedKm, savedMinutes } = move;
  const signed = (value: number, digits = 0): string => numberText(locale, value, digits, 'exceptZero');
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
      <td className="opt-number">{texts.saved(signed(-savedMinutes), signed(-savedKm, 1))}</td>
      <td className="opt-number">{numberText(locale, gain)}</td>
      <td dir="auto">
        {reason.slice(0, 400)}
        {needs.length > 0 && (
          <div className="opt-needs">
            {texts.needs(
              needs
                .slice(0, 5)
                .map((no) => (taskOf.get(no) ?? String(no)).slice(0, 60))
                .join(', '),
            )}
          </div>
        )}
        {isApplied && <div className="opt-better">✓ {texts.applied}</div>}
        {refused !== undefined && <div className="opt-worse">✗ {texts.refusedBecause(refused.slice(0, 400))}</div>}
      </td>
    </tr>
  );
}

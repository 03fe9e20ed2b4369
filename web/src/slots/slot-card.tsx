import { Button, Tooltip } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useLocale } from '../i18n/language.ts';
import { useFormat } from '../kit/use-format.ts';
import { useMay } from '../session/may.ts';
import type { SlotCard } from './cards.ts';
import { chipsOf } from './chips.ts';
import { Countdown } from './countdown.tsx';
import { DayStrip } from './day-strip.tsx';
import { useReasonTexts } from './reason-texts.ts';
import { ScoreBars } from './score-bars.tsx';
import type { Slot, TaskKey } from './slot-request.ts';
import { clockOn, spanOn } from './slot-time.ts';
import { useSlotTexts } from './texts.ts';
import type { SlotActions } from './use-slot-actions.ts';

interface Props {
  readonly card: SlotCard;
  readonly zone: string;
  /** Without a task a slot can be held, but not booked. */
  readonly task: TaskKey | undefined;
  readonly actions: SlotActions;
  /** The end of the hold, by this browser's clock. */
  readonly heldTill?: number;
}

const MOST_TIMES = 8;

/** One slot: resource, time, reasons and its position in the day. The keys B and H book and hold. */
export function SlotCardView({ card, zone, task, actions, heldTill }: Props) {
  const texts = useSlotTexts();
  const reasons = useReasonTexts();
  const { locale } = useLocale();
  const format = useFormat();
  const may = useMay();
  const [chosen, setChosen] = useState<string>();
  const slot = card.times.find(({ start }) => start === chosen) ?? card.best;
  const [start, end] = [Date.parse(slot.start), Date.parse(slot.end)];
  const score = Math.round(100 * slot.score);
  const name = slot.resourceName.slice(0, 120);
  const isHeld = heldTill !== undefined;
  const holdOrRelease = (): void => void (isHeld ? actions.release(slot) : actions.hold(slot));

  const key = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    walk(event);
    const pressed = event.key.toLowerCase();
    if (pressed === 'b' && may('slots.book')) void actions.book(slot, task);
    if (pressed === 'h' && may('slots.hold')) holdOrRelease();
  };
  return (
    <article
      className={isHeld ? 'slot slot-held' : 'slot'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go from card to card
      tabIndex={0}
      onKeyDown={key}
      aria-label={`${name}, ${format.day(start)}, ${spanOn(zone, start, end)}`}
    >
      <div className="slot-score">
        <strong title={texts.score(score)}>{score}</strong>
      </div>
      <div className="slot-what">
        <h3>
          <span>{format.day(start)}</span> <span className="slot-time">{spanOn(zone, start, end)}</span>{' '}
          <span className="slot-who" dir="auto">
            {name}
          </span>
        </h3>
        <p className="chips">
          {isHeld && task && (
            <span className="chip chip-task">
              {task.jobNo.slice(0, 60)} · {task.taskNo.slice(0, 60)}
            </span>
          )}
          {chipsOf(slot, reasons, locale).map((chip) => (
            <span key={chip} className="chip">
              {chip}
            </span>
          ))}
        </p>
        <DayStrip slot={slot} zone={zone} />
        {card.times.length > 1 && (
          <OtherTimes card={card} zone={zone} chosen={slot} onChoose={(other) => setChosen(other.start)} />
        )}
      </div>
      <ScoreBars slot={slot} />
      <div className="slot-do">
        {heldTill !== undefined && <Countdown endsAt={heldTill} onEnd={() => actions.expire(slot)} />}
        <BookButton slot={slot} task={task} actions={actions} />
        {may('slots.hold') && (
          <Button
            {...may('slots.hold')}
            size="xs"
            fullWidth
            variant="default"
            disabled={actions.busy !== undefined}
            onClick={holdOrRelease}
          >
            {isHeld ? texts.release : texts.hold}
          </Button>
        )}
      </div>
    </article>
  );
}

/** Without a task the button stays reachable, and its tooltip says what is missing. */
function BookButton({ slot, task, actions }: { slot: Slot; task: TaskKey | undefined; actions: SlotActions }) {
  const texts = useSlotTexts();
  const mark = useMay()('slots.book');
  const canBook = task !== undefined;
  if (!mark) return null;
  return (
    <Tooltip label={texts.bookNeedsTask} disabled={canBook}>
      <Button
        {...mark}
        size="xs"
        fullWidth
        data-disabled={!canBook}
        aria-disabled={!canBook}
        loading={actions.busy === slot.token}
        onClick={() => void actions.book(slot, task)}
      >
        {texts.book}
      </Button>
    </Tooltip>
  );
}

/** Arrow keys go from card to card. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const cards = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>(':scope > article') ?? [])];
  const next = step === undefined ? undefined : cards[cards.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Other start times of the same day, around the selected one. */
function OtherTimes(props: { card: SlotCard; zone: string; chosen: Slot; onChoose: (slot: Slot) => void }) {
  const texts = useSlotTexts();
  const { times } = props.card;
  const from = Math.max(0, Math.min(times.indexOf(props.chosen) - 2, times.length - MOST_TIMES));
  return (
    <p className="slot-times">
      {texts.beginsAt}{' '}
      {times.slice(from, from + MOST_TIMES).map((slot) => (
        <button
          key={slot.token}
          type="button"
          aria-pressed={slot === props.chosen}
          onClick={() => props.onChoose(slot)}
        >
          {clockOn(props.zone, Date.parse(slot.start))}
        </button>
      ))}
    </p>
  );
}

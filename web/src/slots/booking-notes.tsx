import { Alert, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { dateOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { useFormat } from '../kit/use-format.ts';
import type { Slot } from './slot-request.ts';
import { spanOn } from './slot-time.ts';
import { useSlotTexts } from './texts.ts';
import type { Booked, Lost } from './use-slot-actions.ts';

function useWhen(zone: string): (slot: Slot) => string {
  const format = useFormat();
  return ({ start, end }) => `${format.day(start)}, ${spanOn(zone, Date.parse(start), Date.parse(end))}`;
}

/** Confirms a booking, with a link to the board and an undo button. */
export function BookedNote(props: { booked: Booked; zone: string; onUndo: () => void; onClose: () => void }) {
  const texts = useSlotTexts();
  const { close } = useTexts();
  const when = useWhen(props.zone);
  const { slot } = props.booked;
  const date = dateOf(props.zone, Date.parse(slot.start));
  return (
    <Alert
      color="green"
      variant="light"
      bg="var(--success-soft)"
      className="slot-note"
      withCloseButton
      closeButtonLabel={close}
      onClose={props.onClose}
    >
      <div className="slot-note-line" role="status">
        <strong dir="auto">{texts.booked(slot.resourceName.slice(0, 120), when(slot))}</strong>
        <Link to="/planning" search={{ date, mode: 'day' } as never}>
          {texts.showOnBoard}
        </Link>
        <Button size="compact-xs" variant="default" onClick={props.onUndo}>
          {texts.undo}
        </Button>
      </div>
    </Alert>
  );
}

interface LostProps {
  readonly lost: Lost;
  readonly zone: string;
  onTake(slot: Slot): void;
  onClose(): void;
}

/** The slot was just taken: lists the best remaining slots. */
export function LostNote({ lost, zone, onTake, onClose }: LostProps) {
  const texts = useSlotTexts();
  const { close } = useTexts();
  const when = useWhen(zone);
  return (
    <Alert
      color="orange"
      variant="light"
      bg="var(--warning-soft)"
      className="slot-note"
      classNames={{ label: 'slot-note-title' }}
      title={texts.gone}
      withCloseButton
      closeButtonLabel={close}
      onClose={onClose}
    >
      <p>{lost.others.length === 0 ? texts.goneNothing : texts.goneHint}</p>
      <ul className="others">
        {lost.others.map((slot) => (
          <li key={slot.token}>
            <span className="others-when">{when(slot)}</span>
            <span className="others-who" dir="auto">
              {slot.resourceName.slice(0, 120)}
            </span>
            <Button size="compact-xs" variant="filled" onClick={() => onTake(slot)}>
              {lost.action === 'book' ? texts.book : texts.hold}
            </Button>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

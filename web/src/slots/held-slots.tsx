import { SlotCardView } from './slot-card.tsx';
import type { TaskKey } from './slot-request.ts';
import { useSlotTexts } from './texts.ts';
import type { SlotActions } from './use-slot-actions.ts';

/** The slots that this tab holds, each with the task of its search. */
export function HeldSlots(props: { task: TaskKey | undefined; zone: string; actions: SlotActions }) {
  const texts = useSlotTexts();
  const { held } = props.actions;
  if (held.length === 0) return null;
  return (
    <section className="held" aria-label={texts.heldForYou}>
      <h2>{texts.heldForYou}</h2>
      <p className="form-note">{texts.heldNow}</p>
      {held.map(({ slot, task, endsAt }) => (
        <SlotCardView
          key={slot.token}
          card={{ key: slot.token, best: slot, times: [slot] }}
          heldTill={endsAt}
          task={task ?? props.task}
          zone={props.zone}
          actions={props.actions}
        />
      ))}
    </section>
  );
}

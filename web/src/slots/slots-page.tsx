import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dateOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { BookedNote, LostNote } from './booking-notes.tsx';
import './slots-page.css';
import './slot-request.css';
import './slots.css';
import { slotsQuery } from './queries.ts';
import { Results } from './results.tsx';
import { SlotCardView } from './slot-card.tsx';
import {
  areForOneTask,
  bodyOf,
  forAnotherTask,
  initialRequest,
  isSameTask,
  relax,
  type SlotBody,
  type SlotRequest,
  type TaskKey,
} from './slot-request.ts';
import { SlotRequestForm } from './slot-request-form.tsx';
import { useSlotRequestTexts } from './slot-request-texts.ts';
import { TaskChoice } from './task-choice.tsx';
import { useSlotTexts } from './texts.ts';
import { useSlotActions } from './use-slot-actions.ts';
import { useWeights } from './use-weights.ts';
import { WeightSliders } from './weight-sliders.tsx';

const PAUSE_MS = 250;

/** The task that the address of the page names; a number in it is one that reads the same as a text. */
function taskIn(search: Readonly<Record<string, unknown>>): TaskKey | undefined {
  const [sourceApp, sourceType, jobNo, taskNo] = ['sourceApp', 'sourceType', 'jobNo', 'taskNo'].map((name) =>
    search[name] === undefined ? '' : String(search[name]),
  );
  return sourceApp && sourceType && jobNo && taskNo ? { sourceApp, sourceType, jobNo, taskNo } : undefined;
}

/** The request on the left, the slots on the right. Every change of the request searches again. */
export function SlotsPage() {
  const { findSlot } = useTexts();
  const texts = useSlotTexts();
  const { request: label } = useSlotRequestTexts();
  const zone = zoneOf(useSession());
  const navigate = useNavigate();
  const task = taskIn(useSearch({ strict: false }));
  const [request, setRequest] = useState<SlotRequest>(() => initialRequest(dateOf(zone, Date.now())));
  const weights = useWeights();

  const body = bodyOf(request, task, zone, weights.sent);
  // Compared as text: the object is new with every render and would never settle.
  const text = JSON.stringify(body);
  const [askedText] = useDebouncedValue(text, PAUSE_MS);
  const asked: SlotBody | undefined = askedText === undefined || !weights.isReady ? undefined : JSON.parse(askedText);
  const answer = useQuery(slotsQuery(asked));
  const isOwn = areForOneTask(asked, body);
  const data = isOwn ? answer.data : undefined;

  const go = (next: TaskKey | undefined): void => {
    setRequest(forAnotherTask);
    const { sourceApp, sourceType, jobNo, taskNo } = next ?? {};
    void navigate({ to: '/find-slot', search: { sourceApp, sourceType, jobNo, taskNo } as never });
  };
  const actions = useSlotActions(task, (done) => isSameTask(done, task) && go(undefined));
  const { held, lost, booked } = actions;
  const choose = (next: TaskKey | undefined): void => {
    actions.forget();
    go(next);
  };
  const counting = new Set(Object.keys(data?.slots[0]?.scores ?? {}));
  const shown = { zone, actions };

  return (
    <div className="find-slot">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <aside className="asking" aria-label={label} tabIndex={0}>
        <h1>{findSlot}</h1>
        <p className="form-note">{texts.hint}</p>
        <TaskChoice task={task} onTask={choose} />
        <SlotRequestForm
          request={request}
          task={task}
          isLocationUnknown={data?.location === null}
          onChange={(change) => setRequest((before) => ({ ...before, ...change }))}
        />
        <WeightSliders weights={weights} counting={counting} />
      </aside>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className="answering" tabIndex={0} aria-label={findSlot}>
        {booked && <BookedNote booked={booked} zone={zone} onUndo={() => actions.undo(go)} onClose={actions.forget} />}
        {lost && (
          <LostNote
            lost={lost}
            zone={zone}
            onTake={(slot) => void (lost.wish === 'book' ? actions.book(slot) : actions.hold(slot))}
            onClose={actions.forget}
          />
        )}
        {held.length > 0 && (
          <section className="held" aria-label={texts.heldForYou}>
            <h2>{texts.heldForYou}</h2>
            <p className="form-note">{texts.heldNow}</p>
            {held.map(({ slot, task: wanted, endsAt }) => (
              <SlotCardView
                key={slot.token}
                card={{ key: slot.token, best: slot, times: [slot] }}
                heldTill={endsAt}
                task={wanted ?? task}
                {...shown}
              />
            ))}
          </section>
        )}
        <Results
          data={data}
          error={isOwn && answer.isError ? answer.error : undefined}
          isAsked={body !== undefined}
          isBusy={body !== undefined && (answer.isFetching || askedText !== text)}
          onRetry={() => void answer.refetch()}
          request={request}
          task={task}
          onRelax={(relaxation) => setRequest((before) => relax(before, relaxation, zone))}
          {...shown}
        />
      </section>
    </div>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dateOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { BookedNote, LostNote } from './booking-notes.tsx';
import './slots-page.css';
import './slot-request.css';
import './slots.css';
import { HeldSlots } from './held-slots.tsx';
import { Results } from './results.tsx';
import { forAnotherTask, initialRequest, isSameTask, relax, type SlotRequest, type TaskKey } from './slot-request.ts';
import { SlotRequestForm } from './slot-request-form.tsx';
import { useSlotRequestTexts } from './slot-request-texts.ts';
import { TaskChoice } from './task-choice.tsx';
import { useSlotTexts } from './texts.ts';
import { useSlotActions } from './use-slot-actions.ts';
import { useSlotSearch } from './use-slot-search.ts';
import { useWeights } from './use-weights.ts';
import { WeightSliders } from './weight-sliders.tsx';

/** The task in the address of the page. The router parses a job number such as 42 as a number. */
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
  const search = useSlotSearch(request, task, zone, weights);

  const go = (next: TaskKey | undefined): void => {
    setRequest(forAnotherTask);
    const { sourceApp, sourceType, jobNo, taskNo } = next ?? {};
    void navigate({ to: '/find-slot', search: { sourceApp, sourceType, jobNo, taskNo } as never });
  };
  const actions = useSlotActions(task, (done) => isSameTask(done, task) && go(undefined));
  const { lost, booked } = actions;
  const choose = (next: TaskKey | undefined): void => {
    actions.forget();
    go(next);
  };
  const counting = new Set(Object.keys(search.data?.slots[0]?.scores ?? {}));

  return (
    <div className="find-slot">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <aside className="asking" aria-label={label} tabIndex={0}>
        <h1>{findSlot}</h1>
        <p className="form-note">{texts.hint}</p>
        <TaskChoice task={task} onTask={choose} />
        <SlotRequestForm
          request={request}
          task={task}
          isLocationUnknown={search.data?.location === null}
          onChange={(change) => setRequest((before) => ({ ...before, ...change }))}
        />
        <WeightSliders weights={weights} counting={counting} />
      </aside>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section className="answering" tabIndex={0} aria-label={findSlot}>
        {booked && <BookedNote booked={booked} zone={zone} onUndo={() => actions.undo(go)} onClose={actions.forget} />}
        {lost && (
          <LostNote
            lost={lost}
            zone={zone}
            onTake={(slot) => void (lost.action === 'book' ? actions.book(slot) : actions.hold(slot))}
            onClose={actions.forget}
          />
        )}
        <HeldSlots task={task} zone={zone} actions={actions} />
        <Results
          search={search}
          request={request}
          task={task}
          zone={zone}
          actions={actions}
          onRelax={(relaxation) => setRequest((before) => relax(before, relaxation, zone))}
        />
      </section>
    </div>
  );
}

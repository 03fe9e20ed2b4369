import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/language.ts';
import { useNotify } from '../kit/use-notify.ts';
import { cardsOf, type SlotCard } from './cards.ts';
import { CopySlots } from './copy-slots.tsx';
import { SlotCardView } from './slot-card.tsx';
import type { Relaxation, SlotAnswer, SlotRequest, TaskKey } from './slot-request.ts';
import { useSlotTexts } from './texts.ts';
import type { SlotActions } from './use-slot-actions.ts';
import type { SlotSearch } from './use-slot-search.ts';
import { WhatHelps, WhyNot } from './why-not.tsx';

interface Props {
  readonly search: SlotSearch;
  readonly request: SlotRequest;
  readonly zone: string;
  readonly task: TaskKey | undefined;
  readonly actions: SlotActions;
  onRelax(relaxation: Relaxation): void;
}

const AT_ONCE = 12;

/** The slots, the best first, then the resources without a slot and the reasons. */
export function Results({ search, request, zone, task, actions, onRelax }: Props) {
  const texts = useSlotTexts();
  const { data, isBusy } = search;
  const cards = data ? cardsOf(data.slots, zone) : [];
  return (
    <section className="results" aria-label={texts.slots} aria-busy={isBusy}>
      {isBusy && <div className="results-busy" aria-hidden="true" />}
      <div className="results-head">
        <p role="status">
          {isBusy ? <Searching /> : data && data.totalSlots > 0 ? texts.found(data.totalSlots, data.resourceCount) : ''}
        </p>
        {cards.length > 0 && (
          <>
            <span className="results-keys">{texts.keys}</span>
            <CopySlots cards={cards} zone={zone} />
          </>
        )}
      </div>
      {!search.isComplete && <Start />}
      {search.error && <Refused error={search.error} onRetry={search.retry} />}
      {data && (
        <>
          {warningsIn(data).map((warning) => (
            <p key={warning} className="warning" dir="auto">
              {warning.slice(0, 300)}
            </p>
          ))}
          {data.totalSlots === 0 && !isBusy && (
            <WhatHelps relaxations={data.relaxations} request={request} onRelax={onRelax} />
          )}
          <CardList cards={cards} search={search} zone={zone} task={task} actions={actions} />
          <WhyNot rejected={data.rejected} />
        </>
      )}
    </section>
  );
}

/** Without what the page shows already: scorers that do not count, and that the location is unknown. */
const warningsIn = ({ warnings, location }: SlotAnswer): readonly string[] =>
  warnings.filter(
    (text) => !text.startsWith('scoring.weights.') && !(location === null && text.startsWith('slots.distance:')),
  );

type CardListProps = { readonly cards: readonly SlotCard[] } & Pick<Props, 'search' | 'zone' | 'task' | 'actions'>;

function CardList({ cards, search, ...rest }: CardListProps) {
  const texts = useSlotTexts();
  const [shown, setShown] = useState(AT_ONCE);
  const more = Math.min(AT_ONCE, cards.length - shown);
  return (
    <>
      <div className="cards">
        {cards.slice(0, shown).map((card) => (
          <SlotCardView key={card.key} card={card} {...rest} />
        ))}
      </div>
      {more > 0 && (
        <Button size="xs" variant="default" mt="xs" onClick={() => setShown(shown + AT_ONCE)}>
          {texts.showMore(more)}
        </Button>
      )}
      {more <= 0 && search.hasMore && (
        <Button
          size="xs"
          variant="default"
          mt="xs"
          loading={search.isLoadingMore}
          onClick={() => {
            setShown(shown + AT_ONCE);
            search.loadMore();
          }}
        >
          {texts.moreSlots}
        </Button>
      )}
    </>
  );
}

function Start() {
  const texts = useSlotTexts();
  return (
    <div className="results-start">
      <h2>{texts.start}</h2>
      <p>{texts.startHint}</p>
    </div>
  );
}

function Refused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { retry } = useTexts();
  const { messageOf } = useNotify();
  return (
    <div className="results-start" role="alert">
      <p>{messageOf(error)}</p>
      <Button size="xs" variant="default" onClick={onRetry}>
        {retry}
      </Button>
    </div>
  );
}

/** A search over a year and a thousand resources may take some seconds: shows that it is still running. */
function Searching() {
  const texts = useSlotTexts();
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds < 3 ? texts.searching : texts.stillSearching(seconds);
}

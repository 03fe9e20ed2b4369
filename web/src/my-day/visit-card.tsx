import { Button } from '@mantine/core';
import { useState } from 'react';
import { clockText } from '../dates/clock-text.ts';
import { telLink } from '../kit/safe-link.ts';
import { StoredLink } from '../kit/stored-link.tsx';
import type { ReportedState } from '../offline/action.ts';
import type { ShownVisit } from '../offline/merge-day.ts';
import { useMay } from '../session/may.ts';
import { navigationTo } from './navigation.ts';
import { NotPossibleDialog } from './not-possible-dialog.tsx';
import { useMyDayTexts } from './texts.ts';
import type { MyDay } from './use-my-day.ts';
import { VisitDetails } from './visit-details.tsx';
import { labelOf } from './visit-name.ts';

interface Props {
  readonly visit: ShownVisit;
  readonly zone: string;
  readonly myDay: MyDay;
}

/** A visit: when, where, whom to call, one button for the next step, and the rest on request. */
export function VisitCard({ visit, zone, myDay }: Props) {
  const texts = useMyDayTexts();
  const [isOpen, setOpen] = useState(false);
  const { appointment, customer, site, contact, state, onDevice } = visit;
  const label = labelOf(visit);
  const clock = (moment: string): string => clockText(zone, Date.parse(moment));
  return (
    <article className={`my-day-visit my-day-${state}`} aria-label={label}>
      <header>
        <strong className="my-day-time">
          {clock(appointment.start)}–{clock(appointment.end)}
        </strong>
        <span className="my-day-state">
          {texts.states[state]}
          {onDevice && ` · ${texts.onDevice}`}
        </span>
      </header>
      <h3 dir="auto">{label}</h3>
      {visit.task && (
        <p className="my-day-soft" dir="auto">
          {visit.task.jobNo} / {visit.task.taskNo}
        </p>
      )}
      {site && <Address site={site} />}
      <Phones parties={[contact, site, customer]} />
      <Steps visit={visit} myDay={myDay} />
      <Button
        variant="subtle"
        fullWidth
        aria-expanded={isOpen}
        aria-label={`${texts.details}: ${label}`}
        onClick={() => setOpen(!isOpen)}
      >
        {texts.details}
      </Button>
      {isOpen && <VisitDetails visit={visit} myDay={myDay} />}
    </article>
  );
}

function Address({ site }: { site: NonNullable<ShownVisit['site']> }) {
  const texts = useMyDayTexts();
  const links = navigationTo(site, navigator.userAgent);
  const address = site.address?.slice(0, 300) ?? site.city ?? '';
  return (
    <div className="my-day-address">
      {site.name !== null && <p dir="auto">{site.name.slice(0, 200)}</p>}
      {links ? (
        <>
          <StoredLink uri={links.device} className="my-day-link" aria-label={`${texts.navigate}: ${address}`}>
            {address || texts.navigate}
          </StoredLink>
          <StoredLink uri={links.web} isForeign className="my-day-small-link">
            {texts.onWebMap}
          </StoredLink>
        </>
      ) : (
        address && <p dir="auto">{address}</p>
      )}
    </div>
  );
}

type Party = ShownVisit['contact'];

/** Every number once, with whom it reaches. */
function Phones({ parties }: { parties: readonly Party[] }) {
  const texts = useMyDayTexts();
  const numbers = new Map<string, { link: string; phone: string; name: string | null }>();
  for (const party of parties) {
    const link = party?.phone ? telLink(party.phone) : undefined;
    if (party?.phone && link && !numbers.has(link)) numbers.set(link, { link, phone: party.phone, name: party.name });
  }
  return [...numbers.values()].map(({ link, phone, name }) => {
    const shown = [phone, name?.slice(0, 80)].filter(Boolean).join(' · ');
    return (
      <StoredLink key={link} uri={link} className="my-day-link" aria-label={`${texts.call}: ${shown}`}>
        {shown}
      </StoredLink>
    );
  });
}

const NEXT: Readonly<Record<ShownVisit['state'], readonly ReportedState[]>> = {
  planned: ['travelling', 'working'],
  travelling: ['working'],
  working: ['done'],
  done: ['working'],
  notPossible: [],
};

/** The next step first; who is there already skips the way. */
function Steps({ visit, myDay }: Omit<Props, 'zone'>) {
  const texts = useMyDayTexts();
  const control = useMay()('myDay.report');
  const [isAsking, setAsking] = useState(false);
  if (!control) return null;
  const { state } = visit;
  const label = labelOf(visit);
  const textOf = (next: ReportedState): string =>
    next === 'travelling'
      ? texts.startTravel
      : next === 'done'
        ? texts.done
        : state === 'done'
          ? texts.startAgain
          : texts.startWork;
  return (
    <div className="my-day-steps" {...control}>
      {NEXT[state].map((next, index) => (
        <Button
          key={next}
          size="lg"
          variant={index === 0 && state !== 'done' ? 'filled' : 'default'}
          aria-label={`${textOf(next)}: ${label}`}
          onClick={() => void myDay.report(visit, next)}
        >
          {textOf(next)}
        </Button>
      ))}
      {state !== 'done' && state !== 'notPossible' && (
        <Button
          size="lg"
          variant="outline"
          color="red"
          aria-label={`${texts.notPossible}: ${label}`}
          onClick={() => setAsking(true)}
        >
          {texts.notPossible}
        </Button>
      )}
      {isAsking && (
        <NotPossibleDialog
          label={label}
          onClose={() => setAsking(false)}
          onReport={(reason) => {
            setAsking(false);
            void myDay.report(visit, 'notPossible', reason);
          }}
        />
      )}
    </div>
  );
}

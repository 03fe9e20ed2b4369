import { StoredLink } from '../kit/stored-link.tsx';
import { useFormat } from '../kit/use-format.ts';
import { Part } from './part.tsx';
import type { JobCardAnswer } from './query.ts';
import { useJobCardTexts } from './texts.ts';

/** Links of the task, the appointment and its resources. */
export function CardLinks({ card: { links } }: { card: Pick<JobCardAnswer, 'links'> }) {
  const texts = useJobCardTexts();
  if (links.length === 0) return null;
  return (
    <Part title={texts.links}>
      <ul>
        {links.map(({ of, uri, description }) => (
          <li key={`${of} ${uri}`}>
            <StoredLink uri={uri} isForeign>
              {(description || uri).slice(0, 120)}
            </StoredLink>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Messages about the appointment, its task or its job. */
export function Notifications({ card: { notifications } }: { card: Pick<JobCardAnswer, 'notifications'> }) {
  const texts = useJobCardTexts();
  const format = useFormat();
  if (notifications.length === 0) return null;
  return (
    <Part title={texts.notifications}>
      <ul>
        {notifications.map(({ id, type, code, text, date }) => (
          <li key={id} dir="auto">
            <span className={`job-card-notice job-card-notice-${type}`}>{texts.severities[type]}</span>{' '}
            {(text ?? code ?? '').slice(0, 300)}
            {date !== null && <span className="job-card-soft"> {format.moment(date)}</span>}
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What resources reported about the visit. */
export function VisitStates({ card: { visits } }: { card: Pick<JobCardAnswer, 'visits'> }) {
  const texts = useJobCardTexts();
  const format = useFormat();
  if (visits.length === 0) return null;
  return (
    <Part title={texts.visit}>
      <ul>
        {visits.map(({ resourceNo, name, state, at }) => (
          <li key={resourceNo} dir="auto">
            {name}: <strong>{texts.visitStates[state]}</strong>
            <span className="job-card-soft"> {format.moment(at)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What connectors report about the appointment. */
export function BackOffice({ card: { backOffice } }: { card: JobCardAnswer }) {
  const texts = useJobCardTexts();
  const format = useFormat();
  if (backOffice.length === 0) return null;
  return (
    <Part title={texts.backOffice}>
      <ul>
        {backOffice.map(({ connector, status, message, at, attempts, isWaiting }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: connectors need no name
          <li key={i} dir="auto">
            {connector !== null && `${connector}: `}
            <strong className={status === 'refused' ? 'job-card-wrong' : undefined}>{texts.states[status]}</strong>
            {isWaiting && ` (${texts.waiting(attempts)})`}
            {message !== null && ` · ${message.slice(0, 300)}`}
            <span className="job-card-soft"> {format.moment(at)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

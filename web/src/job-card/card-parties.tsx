import { Link } from '@tanstack/react-router';
import { dateOf } from '../dates/zone.ts';
import { useTexts } from '../i18n/language.ts';
import { geoLink, mailLink, streetMapLink, telLink } from '../kit/safe-link.ts';
import { StoredLink } from '../kit/stored-link.tsx';
import { useCaptions } from '../kit/use-captions.ts';
import { mayOpen } from '../session/may.ts';
import { useSession, zoneOf } from '../session/session.ts';
import { Part } from './part.tsx';
import type { JobCardAnswer } from './query.ts';
import { useJobCardTexts } from './texts.ts';

type Party = NonNullable<JobCardAnswer['customer']>;

/** Customer, contact, site, and where something is fetched or billed to. */
export function Parties({ card }: { card: JobCardAnswer }) {
  const common = useTexts();
  const texts = useJobCardTexts();
  const caption = useCaptions();
  const { customer, contact, site, siteFrom, bill } = card;
  return (
    <>
      {customer && (
        <Part title={caption('customerName', common.customer)}>
          <PartyLines party={customer} />
        </Part>
      )}
      {contact && (
        <Part title={caption('contactName', texts.contact)}>
          <PartyLines party={contact} />
        </Part>
      )}
      {site && (
        <Part title={caption('siteName', texts.site)}>
          <PartyLines party={site} />
          <SiteLinks card={card} />
        </Part>
      )}
      {siteFrom && (
        <Part title={caption('siteFromName', texts.siteFrom)}>
          <PartyLines party={siteFrom} />
        </Part>
      )}
      {bill && (
        <Part title={caption('billName', texts.bill)}>
          <PartyLines party={bill} />
        </Part>
      )}
    </>
  );
}

function PartyLines({ party: { no, name, phone, email, address } }: { party: Party }) {
  const texts = useJobCardTexts();
  const call = phone === null ? undefined : telLink(phone);
  const write = email === null ? undefined : mailLink(email);
  return (
    <>
      {(name ?? no) !== null && (
        <p dir="auto">
          <strong>{name ?? no}</strong>
          {name !== null && no !== null && <span className="job-card-soft"> {no}</span>}
        </p>
      )}
      {address !== null && <p dir="auto">{address.slice(0, 300)}</p>}
      {phone !== null && (
        <p>
          {call ? (
            <StoredLink uri={call} aria-label={`${texts.phone}: ${phone}`}>
              {phone}
            </StoredLink>
          ) : (
            phone
          )}
        </p>
      )}
      {email !== null && (
        <p>
          {write ? (
            <StoredLink uri={write} aria-label={`${texts.email}: ${email}`}>
              {email}
            </StoredLink>
          ) : (
            email
          )}
        </p>
      )}
    </>
  );
}

/** The site on our map, on OpenStreetMap, and in the map program of the device. */
function SiteLinks({ card: { site, appointment, task } }: { card: JobCardAnswer }) {
  const texts = useJobCardTexts();
  const session = useSession();
  if (!site || site.latitude === null || site.longitude === null) return null;
  const { latitude, longitude } = site;
  const pin = appointment ? `visit ${appointment.id}` : `task ${task?.id}`;
  const date = appointment && dateOf(zoneOf(session), Date.parse(appointment.start));
  return (
    <p className="job-card-links">
      {mayOpen(session, 'map') && (
        <Link to="/map" search={{ ...(date ? { date } : {}), pin } as never}>
          {texts.onMap}
        </Link>
      )}
      <StoredLink uri={streetMapLink(latitude, longitude)} isForeign>
        {texts.openStreetMap}
      </StoredLink>
      <StoredLink uri={geoLink(latitude, longitude)}>{texts.navigate}</StoredLink>
    </p>
  );
}

type Texts<Name extends string> = { readonly [N in Name]: string | null } | null;

interface Described {
  readonly job: Texts<'shortDescription' | 'description' | 'note'>;
  readonly task: Texts<'shortDescription' | 'description' | 'note' | 'body'>;
  readonly appointment: Texts<'body'>;
}

/** What is to be done, in the words of the job and of the task. */
export function Description({ card: { job, task, appointment } }: { card: Described }) {
  const texts = useJobCardTexts();
  const caption = useCaptions();
  const distinct = (...all: readonly (string | null | undefined)[]): string[] => [
    ...new Set(all.flatMap((each) => (each && each.trim() !== '' ? [each.trim()] : []))),
  ];
  const described = distinct(task?.shortDescription, task?.description, job?.shortDescription, job?.description);
  const noted = distinct(appointment?.body ?? task?.body, task?.note, job?.note);
  return (
    <>
      {described.length > 0 && (
        <Part title={caption('description', texts.description)}>
          {described.map((each) => (
            <p key={each} className="job-card-text" dir="auto">
              {each.slice(0, 4000)}
            </p>
          ))}
        </Part>
      )}
      {noted.length > 0 && (
        <Part title={caption('note', texts.note)}>
          {noted.map((each) => (
            <p key={each} className="job-card-text" dir="auto">
              {each.slice(0, 4000)}
            </p>
          ))}
        </Part>
      )}
    </>
  );
}

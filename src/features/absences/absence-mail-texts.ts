import type { AbsenceKind, AbsenceState, AbsenceStatus } from '../../domain/absence.ts';
import type { AbsentDays } from '../../domain/time/absent-time.ts';
import type { MailMessage } from '../../platform/mail/mail.ts';

interface Words {
  readonly kinds: Readonly<Record<AbsenceKind, string>>;
  readonly statuses: Readonly<Record<AbsenceStatus, string>>;
  readonly morning: string;
  readonly afternoon: string;
  readonly till: string;
  readonly note: string;
  readonly comment: string;
  readonly asked: (name: string) => string;
  readonly decide: string;
  readonly decided: (status: string) => string;
  readonly show: string;
}

const words = {
  en: {
    kinds: { 0: 'Vacation', 1: 'Sickness', 2: 'Training', 3: 'Other' },
    statuses: { 0: 'requested', 1: 'approved', 2: 'rejected', 3: 'withdrawn', 4: 'cancelled' },
    morning: 'morning',
    afternoon: 'afternoon',
    till: 'to',
    note: 'Note',
    comment: 'Comment',
    asked: (name) => `${name} requests an absence`,
    decide: 'To approve or reject it, open:',
    decided: (status) => `Your absence was ${status}`,
    show: 'All your absences:',
  },
  nl: {
    kinds: { 0: 'Vakantie', 1: 'Ziekte', 2: 'Opleiding', 3: 'Overig' },
    statuses: { 0: 'aangevraagd', 1: 'goedgekeurd', 2: 'afgewezen', 3: 'ingetrokken', 4: 'geannuleerd' },
    morning: 'ochtend',
    afternoon: 'middag',
    till: 't/m',
    note: 'Notitie',
    comment: 'Opmerking',
    asked: (name) => `${name} vraagt afwezigheid aan`,
    decide: 'Open deze pagina om de aanvraag goed te keuren of af te wijzen:',
    decided: (status) => `Uw afwezigheid is ${status}`,
    show: 'Al uw afwezigheden:',
  },
  de: {
    kinds: { 0: 'Urlaub', 1: 'Krankheit', 2: 'Schulung', 3: 'Sonstiges' },
    statuses: { 0: 'beantragt', 1: 'genehmigt', 2: 'abgelehnt', 3: 'zurückgezogen', 4: 'storniert' },
    morning: 'vormittags',
    afternoon: 'nachmittags',
    till: 'bis',
    note: 'Notiz',
    comment: 'Kommentar',
    asked: (name) => `${name} beantragt eine Abwesenheit`,
    decide: 'Genehmigen oder ablehnen:',
    decided: (status) => `Ihre Abwesenheit wurde ${status}`,
    show: 'Alle Ihre Abwesenheiten:',
  },
  fr: {
    kinds: { 0: 'Congés', 1: 'Maladie', 2: 'Formation', 3: 'Autre' },
    statuses: { 0: 'demandée', 1: 'approuvée', 2: 'refusée', 3: 'retirée', 4: 'annulée' },
    morning: 'matin',
    afternoon: 'après-midi',
    till: 'au',
    note: 'Note',
    comment: 'Commentaire',
    asked: (name) => `${name} demande une absence`,
    decide: "Pour l'approuver ou la refuser, ouvrez :",
    decided: (status) => `Votre absence a été ${status}`,
    show: 'Toutes vos absences :',
  },
} satisfies Readonly<Record<string, Words>>;

type Reader = { readonly email: string; readonly language: string | null };

const wordsOf = ({ language }: Reader): Words => {
  const short = (language ?? '').slice(0, 2).toLowerCase();
  return Object.hasOwn(words, short) ? words[short as keyof typeof words] : words.en;
};

function days({ startDate, endDate, startPart, endPart }: AbsentDays, { morning, afternoon, till }: Words): string {
  const start = startPart === 1 ? `${startDate} (${afternoon})` : startDate;
  const end = endPart === 1 ? `${endDate} (${morning})` : endDate;
  if (startDate !== endDate) return `${start} ${till} ${end}`;
  return startPart === 1 ? start : end;
}

/** Texts of people on one line each: nobody writes further paragraphs of the mail. */
const line = (label: string, text: string | null): string =>
  text === null || text.trim() === '' ? '' : `${label}: ${text.replace(/\s+/g, ' ').trim()}\n`;

export function requestedMail(to: Reader, name: string, absence: AbsenceState, link: string): MailMessage {
  const said = wordsOf(to);
  const shown = days(absence, said);
  const who = name.replace(/\s+/g, ' ').trim();
  return {
    to: to.email,
    subject: `Openslot: ${said.asked(who)} (${shown})`,
    text: `${said.asked(who)}.\n\n${said.kinds[absence.kind]}: ${shown}\n${line(said.note, absence.note)}\n${said.decide}\n\n${link}\n`,
  };
}

export function decidedMail(to: Reader, absence: AbsenceState, link: string): MailMessage {
  const said = wordsOf(to);
  const shown = days(absence, said);
  const decided = said.decided(said.statuses[absence.status]);
  return {
    to: to.email,
    subject: `Openslot: ${decided} (${shown})`,
    text: `${decided}.\n\n${said.kinds[absence.kind]}: ${shown}\n${line(said.comment, absence.comment)}\n${said.show}\n\n${link}\n`,
  };
}

import { addDays } from '../../dates/zone.ts';
import { areaTexts } from '../../i18n/area-texts.ts';
import type { EntryStatus } from '../../offline/action.ts';

/** The status of an entry and its allowed transitions. */

type MoveName = 'submit' | 'toDraft' | 'sendAgain' | 'reopen' | 'take' | 'refuse' | 'approve' | 'reject' | 'withdraw';

interface Move {
  readonly from: EntryStatus;
  readonly to: EntryStatus;
  readonly name: MoveName;
  /** Who makes the transition: the person, or the back office (or a manager for it). */
  readonly by: 'person' | 'office';
  /** A rejection needs a reason. */
  readonly needsReason?: true;
}

/** The complete transition table: the service refuses all other moves. */
const moves: readonly Move[] = [
  { from: 0, to: 1, name: 'submit', by: 'person' },
  { from: 1, to: 2, name: 'take', by: 'office' },
  { from: 1, to: 3, name: 'refuse', by: 'office', needsReason: true },
  { from: 2, to: 4, name: 'approve', by: 'office' },
  { from: 2, to: 5, name: 'reject', by: 'office', needsReason: true },
  { from: 2, to: 0, name: 'reopen', by: 'office' },
  { from: 3, to: 1, name: 'sendAgain', by: 'person' },
  { from: 3, to: 0, name: 'toDraft', by: 'person' },
  { from: 4, to: 2, name: 'withdraw', by: 'office' },
  { from: 5, to: 1, name: 'sendAgain', by: 'person' },
  { from: 5, to: 0, name: 'toDraft', by: 'person' },
];

export const movesFrom = (status: EntryStatus, who: 'person' | 'manager'): readonly Move[] =>
  moves.filter(({ from, by }) => from === status && (who === 'manager' || by === 'person'));

/** In the other statuses only status and message can change. */
export const isEditable = (status: EntryStatus): boolean => status === 0 || status === 3 || status === 5;

/** A rejected entry exists in the back office; a submitted one cannot be changed. */
export const isRemovable = (status: EntryStatus): boolean => status === 0 || status === 3;

/** The entry needs a correction. */
export const needsAttention = (status: EntryStatus): boolean => status === 3 || status === 5;

/** The same, or it is a draft of more than a week ago, which was probably forgotten. */
export const needsAction = (
  { status, date }: { readonly status: EntryStatus; readonly date: string },
  today: string,
): boolean => needsAttention(status) || (status === 0 && date < addDays(today, -7));

interface StatusTexts {
  readonly statuses: Readonly<Record<EntryStatus, string>>;
  readonly moves: Readonly<Record<MoveName, string>>;
  readonly reason: string;
}

export const useStatusTexts = areaTexts<StatusTexts>({
  en: {
    statuses: ['Draft', 'Submitting', 'In back office', 'Not sent', 'Approved', 'Rejected'],
    moves: {
      submit: 'Submit',
      toDraft: 'Back to draft',
      sendAgain: 'Send again',
      reopen: 'Reopen',
      take: 'Take in',
      refuse: 'Refuse',
      approve: 'Approve',
      reject: 'Reject',
      withdraw: 'Withdraw approval',
    },
    reason: 'Reason',
  },
  nl: {
    statuses: ['Concept', 'Wordt ingediend', 'In backoffice', 'Niet verzonden', 'Goedgekeurd', 'Afgekeurd'],
    moves: {
      submit: 'Indienen',
      toDraft: 'Terug naar concept',
      sendAgain: 'Opnieuw indienen',
      reopen: 'Heropenen',
      take: 'Aannemen',
      refuse: 'Weigeren',
      approve: 'Goedkeuren',
      reject: 'Afkeuren',
      withdraw: 'Goedkeuring intrekken',
    },
    reason: 'Reden',
  },
  de: {
    statuses: ['Entwurf', 'Wird eingereicht', 'Im Backoffice', 'Nicht gesendet', 'Genehmigt', 'Abgelehnt'],
    moves: {
      submit: 'Einreichen',
      toDraft: 'Zurück zum Entwurf',
      sendAgain: 'Erneut einreichen',
      reopen: 'Wieder öffnen',
      take: 'Annehmen',
      refuse: 'Zurückweisen',
      approve: 'Genehmigen',
      reject: 'Ablehnen',
      withdraw: 'Genehmigung zurückziehen',
    },
    reason: 'Grund',
  },
  fr: {
    statuses: ['Brouillon', 'En cours de soumission', 'Au back-office', 'Non envoyé', 'Approuvé', 'Rejeté'],
    moves: {
      submit: 'Soumettre',
      toDraft: 'Remettre en brouillon',
      sendAgain: 'Soumettre à nouveau',
      reopen: 'Rouvrir',
      take: 'Prendre en charge',
      refuse: 'Refuser',
      approve: 'Approuver',
      reject: 'Rejeter',
      withdraw: "Retirer l'approbation",
    },
    reason: 'Motif',
  },
});

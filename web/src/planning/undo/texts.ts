import { areaTexts } from '../../i18n/area-texts.ts';
import { plural } from '../../i18n/plural.ts';

const en = {
  /** The start of a sentence about one or several appointments. */
  verbs: { created: 'Planned', moved: 'Moved', updated: 'Changed', deleted: 'Deleted' },
  appointments: (count: number) => plural.en(count, '# appointment', '# appointments'),
  undo: 'Undo',
  redo: 'Redo',
  entry: (command: string, change: string) => `${command}: ${change}`,
  cannotUndo: 'Not undone',
  changedSince: (who: string, when: string) => `${who} changed it since (${when}).`,
};

export type UndoTexts = typeof en;

/** Texts of undo and redo. */
export const useUndoTexts = areaTexts<UndoTexts>({
  en,
  nl: {
    verbs: { created: 'Gepland', moved: 'Verplaatst', updated: 'Gewijzigd', deleted: 'Verwijderd' },
    appointments: (count) => plural.nl(count, '# afspraak', '# afspraken'),
    undo: 'Ongedaan maken',
    redo: 'Opnieuw',
    entry: (command, change) => `${command}: ${change}`,
    cannotUndo: 'Niet ongedaan gemaakt',
    changedSince: (who, when) => `${who} heeft dit sindsdien gewijzigd (${when}).`,
  },
  de: {
    verbs: { created: 'Geplant', moved: 'Verschoben', updated: 'Geändert', deleted: 'Gelöscht' },
    appointments: (count) => plural.de(count, '# Termin', '# Termine'),
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    entry: (command, change) => `${command}: ${change}`,
    cannotUndo: 'Nicht rückgängig gemacht',
    changedSince: (who, when) => `${who} hat das inzwischen geändert (${when}).`,
  },
  fr: {
    verbs: { created: 'Planifié', moved: 'Déplacé', updated: 'Modifié', deleted: 'Supprimé' },
    appointments: (count) => plural.fr(count, '# rendez-vous', '# rendez-vous'),
    undo: 'Annuler',
    redo: 'Rétablir',
    entry: (command, change) => `${command} : ${change}`,
    cannotUndo: 'Non annulé',
    changedSince: (who, when) => `${who} l’a modifié depuis (${when}).`,
  },
});

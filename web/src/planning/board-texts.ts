import { areaTexts } from '../i18n/area-texts.ts';
import { plural } from '../i18n/plural.ts';

/** What is shown with the board at once; the texts of its menus, dialogs and lists are loaded with them. */
export const BOARD_TEXTS = {
  en: {
    from: (who: string) => `From ${who}`,
    none: 'None',
    time: 'Time',
    resources: 'Resources',
    team: 'Team',
    skills: 'Skills',
    days: 'Days',
    dayCount: (count: number) => plural.en(count, '# day', '# days'),
    optimize: 'Optimize',
    redone: 'Redone',
    nothingToRedo: 'Nothing to redo.',
    nothingToPaste: 'Nothing to paste. Cut or copy an appointment first.',
    notInDraft: 'Not available in a draft.',
    noInsertionPoint: 'Click an empty spot on the board first, then paste.',
    othersChanged: (who: string, what: string) =>
      `${who} changed “${what}” in the meantime. Nothing was moved. The board shows the current state.`,
  },
  nl: {
    from: (who: string) => `Van ${who}`,
    none: 'Geen',
    time: 'Tijd',
    resources: 'Resources',
    team: 'Team',
    skills: 'Vaardigheden',
    days: 'Dagen',
    dayCount: (count: number) => plural.nl(count, '# dag', '# dagen'),
    optimize: 'Optimaliseren',
    redone: 'Opnieuw uitgevoerd',
    nothingToRedo: 'Niets om opnieuw te doen.',
    nothingToPaste: 'Niets om te plakken. Knip of kopieer eerst een afspraak.',
    notInDraft: 'Niet beschikbaar in een concept.',
    noInsertionPoint: 'Klik eerst op een lege plek op het planbord en plak dan.',
    othersChanged: (who: string, what: string) =>
      `${who} heeft “${what}” intussen gewijzigd. Er is niets verplaatst. Het planbord toont de huidige stand.`,
  },
  de: {
    from: (who: string) => `Von ${who}`,
    none: 'Keine',
    time: 'Zeit',
    resources: 'Ressourcen',
    team: 'Team',
    skills: 'Qualifikationen',
    days: 'Tage',
    dayCount: (count: number) => plural.de(count, '# Tag', '# Tage'),
    optimize: 'Optimieren',
    redone: 'Wiederholt',
    nothingToRedo: 'Nichts zu wiederholen.',
    nothingToPaste: 'Nichts einzufügen. Schneiden Sie zuerst einen Termin aus oder kopieren Sie einen.',
    notInDraft: 'In einem Entwurf nicht verfügbar.',
    noInsertionPoint: 'Klicken Sie zuerst auf eine freie Stelle der Plantafel, dann einfügen.',
    othersChanged: (who: string, what: string) =>
      `${who} hat „${what}“ inzwischen geändert. Nichts wurde verschoben. Die Plantafel zeigt den aktuellen Stand.`,
  },
  fr: {
    from: (who: string) => `De ${who}`,
    none: 'Aucun',
    time: 'Heure',
    resources: 'Ressources',
    team: 'Équipe',
    skills: 'Compétences',
    days: 'Jours',
    dayCount: (count: number) => plural.fr(count, '# jour', '# jours'),
    optimize: 'Optimiser',
    redone: 'Rétabli',
    nothingToRedo: 'Rien à rétablir.',
    nothingToPaste: 'Rien à coller. Coupez ou copiez d’abord un rendez-vous.',
    notInDraft: 'Non disponible dans un brouillon.',
    noInsertionPoint: 'Cliquez d’abord sur un endroit libre du planning, puis collez.',
    othersChanged: (who: string, what: string) =>
      `${who} a modifié « ${what} » entre-temps. Rien n’a été déplacé. Le planning montre l’état actuel.`,
  },
};

export const useBoardTexts = areaTexts(BOARD_TEXTS);

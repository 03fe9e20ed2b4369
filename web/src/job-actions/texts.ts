import { areaTexts } from '../i18n/area-texts.ts';

const en = {
  actions: 'Actions',
  none: 'No actions',
  sent: (status: string) => `Sent: ${status}`,
  notSent: (action: string) => `“${action}” failed`,
  answered: (status: string, message: string) => `The other program answered ${status}. ${message}`,
};

export type ActionTexts = typeof en;

export const useActionTexts = areaTexts<ActionTexts>({
  en,
  nl: {
    actions: 'Acties',
    none: 'Geen acties',
    sent: (status) => `Verzonden: ${status}`,
    notSent: (action) => `“${action}” is mislukt`,
    answered: (status, message) => `Het andere programma antwoordde ${status}. ${message}`,
  },
  de: {
    actions: 'Aktionen',
    none: 'Keine Aktionen',
    sent: (status) => `Gesendet: ${status}`,
    notSent: (action) => `„${action}“ ist fehlgeschlagen`,
    answered: (status, message) => `Das andere Programm hat mit ${status} geantwortet. ${message}`,
  },
  fr: {
    actions: 'Actions',
    none: 'Aucune action',
    sent: (status) => `Envoyé : ${status}`,
    notSent: (action) => `Échec de « ${action} »`,
    answered: (status, message) => `L'autre programme a répondu ${status}. ${message}`,
  },
});

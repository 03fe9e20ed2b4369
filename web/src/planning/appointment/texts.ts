import { areaTexts } from '../../i18n/area-texts.ts';

export const useAppointmentTexts = areaTexts({
  en: {
    about: 'Planned for',
    ofTask: 'Task',
    noTask: 'No task (absence, meeting, block)',
    subjectNeeded: 'Enter a subject: without a task nothing else names the appointment.',
  },
  nl: {
    about: 'Gepland voor',
    ofTask: 'Taak',
    noTask: 'Geen taak (afwezigheid, overleg, blokkering)',
    subjectNeeded: 'Vul een onderwerp in: zonder taak heeft de afspraak geen andere naam.',
  },
  de: {
    about: 'Geplant für',
    ofTask: 'Aufgabe',
    noTask: 'Keine Aufgabe (Abwesenheit, Besprechung, Sperre)',
    subjectNeeded: 'Betreff eingeben: Ohne Aufgabe hat der Termin keinen anderen Namen.',
  },
  fr: {
    about: 'Planifié pour',
    ofTask: 'Tâche',
    noTask: 'Aucune tâche (absence, réunion, blocage)',
    subjectNeeded: 'Saisissez un objet : sans tâche, le rendez-vous n’a pas d’autre nom.',
  },
});

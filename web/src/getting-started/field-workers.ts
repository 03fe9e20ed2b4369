import { areaTexts } from '../i18n/area-texts.ts';
import type { Step } from './step.tsx';
import { withStepTexts } from './with-step-texts.ts';

const steps = withStepTexts([{}, { pages: ['/timesheets'] }, {}, {}, { pages: ['/timesheets'] }]);

export const useFieldWorkerSteps = areaTexts<readonly Step[]>({
  en: steps([
    ['Sign in on your phone', 'Use the same address. An administrator links your account to your resource once.'],
    ['Start the timer', 'Choose the task and press Travel, Work or Waiting. Starting the next one stops the last one.'],
    [
      'Claim your work',
      'The sessions of a day become one entry per task. Travel and waiting are recorded but not claimed.',
    ],
    [
      'Submit your hours',
      'You can edit a draft. After you submit it, the back office accepts, approves or rejects it, with a reason.',
    ],
    ['Check missing hours', 'The week shows planned, registered and missing hours.'],
  ]),
  nl: steps([
    [
      'Meld u aan op uw telefoon',
      'Gebruik hetzelfde adres. Een beheerder koppelt uw account eenmalig aan uw resource.',
    ],
    [
      'Start de timer',
      'Kies de taak en druk op Reistijd, Werk of Wachttijd. Zodra u de volgende start, stopt de vorige.',
    ],
    [
      'Claim uw werk',
      'De sessies van een dag worden één registratie per taak. Reistijd en wachttijd worden bewaard, maar niet geclaimd.',
    ],
    [
      'Dien uw uren in',
      'Een concept kunt u nog wijzigen. Na het indienen aanvaardt de backoffice het, keurt het goed of wijst het af, met de reden.',
    ],
    ['Controleer ontbrekende uren', 'De week toont geplande, geregistreerde en ontbrekende uren.'],
  ]),
  de: steps([
    [
      'Am Telefon anmelden',
      'Die Adresse ist dieselbe. Ein Administrator verknüpft Ihr Konto einmalig mit Ihrer Ressource.',
    ],
    [
      'Den Timer starten',
      'Wählen Sie die Aufgabe, und drücken Sie Fahrt, Arbeit oder Warten. Wenn Sie die nächste starten, endet die vorherige.',
    ],
    [
      'Arbeit übernehmen',
      'Die Sitzungen eines Tages werden zu einem Eintrag je Aufgabe. Fahrt und Warten werden aufgezeichnet, aber nicht übernommen.',
    ],
    [
      'Stunden einreichen',
      'Einen Entwurf können Sie bearbeiten. Nach dem Einreichen nimmt das Backoffice ihn an, genehmigt ihn oder lehnt ihn mit Begründung ab.',
    ],
    ['Fehlende Stunden prüfen', 'Die Woche zeigt geplante, erfasste und fehlende Stunden.'],
  ]),
  fr: steps([
    [
      'Connectez-vous sur votre téléphone',
      'L’adresse est la même. Un administrateur lie votre compte à votre ressource, une seule fois.',
    ],
    [
      'Démarrez le minuteur',
      'Choisissez la tâche et appuyez sur Trajet, Travail ou Attente. Démarrer la session suivante arrête la précédente.',
    ],
    [
      'Déclarez votre travail',
      'Les sessions d’une journée deviennent une saisie par tâche. Les trajets et les attentes sont enregistrés, mais pas déclarés.',
    ],
    [
      'Soumettez vos heures',
      'Vous pouvez modifier un brouillon. Une fois soumis, il est accepté, approuvé ou rejeté par le back-office, avec la raison.',
    ],
    ['Vérifiez les heures manquantes', 'La semaine montre les heures planifiées, saisies et manquantes.'],
  ]),
});

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
      'Het adres is hetzelfde. Uw account moet weten welke resource u bent; een beheerder stelt dat één keer in.',
    ],
    ['Start de klok', 'Kies de taak en druk op Reizen, Werk of Wachten. De volgende starten stopt de vorige.'],
    [
      'Claim uw werk',
      'De sessies van een dag worden één regel per taak. Reizen en wachten blijven bewaard, maar worden niet geclaimd.',
    ],
    [
      'Stuur uw uren in',
      'Een concept kunt u nog wijzigen. Eenmaal verstuurd wordt het door de backoffice aanvaard, goedgekeurd of geweigerd, met de reden.',
    ],
    ['Zie wat ontbreekt', 'De week toont wat gepland was, wat geregistreerd is en wat nog ontbreekt.'],
  ]),
  de: steps([
    [
      'Am Telefon anmelden',
      'Die Adresse ist dieselbe. Ihr Konto muss wissen, welche Ressource Sie sind; das stellt die Administration einmal ein.',
    ],
    [
      'Die Uhr starten',
      'Wählen Sie die Aufgabe und drücken Sie Fahrt, Arbeit oder Warten. Wer das Nächste startet, beendet das Letzte.',
    ],
    [
      'Arbeit übernehmen',
      'Die Zeiten eines Tages werden zu einem Eintrag je Aufgabe. Fahrt und Warten bleiben erhalten, werden aber nicht übernommen.',
    ],
    [
      'Stunden einreichen',
      'Ein Entwurf gehört Ihnen. Ist er gesendet, wird er vom Backoffice angenommen, genehmigt oder mit Begründung abgelehnt.',
    ],
    ['Sehen, was fehlt', 'Die Woche zeigt, was geplant war, was erfasst ist und was noch fehlt.'],
  ]),
  fr: steps([
    [
      'Connectez-vous sur votre téléphone',
      'L’adresse est la même. Votre compte doit savoir quelle ressource vous êtes ; un administrateur le règle une fois.',
    ],
    [
      'Démarrez le chronomètre',
      'Choisissez la tâche et appuyez sur Trajet, Travail ou Attente. Démarrer la suivante arrête la précédente.',
    ],
    [
      'Reprenez votre travail',
      'Les séances d’une journée deviennent une ligne par tâche. Trajets et attentes sont conservés, sans être repris.',
    ],
    [
      'Envoyez vos heures',
      'Un brouillon vous appartient. Une fois envoyé, il est accepté, approuvé ou refusé par le back-office, avec la raison.',
    ],
    ['Voyez ce qui manque', 'La semaine montre ce qui était prévu, ce qui est saisi et ce qui manque encore.'],
  ]),
});

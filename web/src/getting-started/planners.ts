import { areaTexts } from '../i18n/area-texts.ts';
import type { Step } from './step.tsx';
import { withStepTexts } from './with-step-texts.ts';

const steps = withStepTexts([
  { pages: ['/planning'] },
  {},
  {},
  { pages: ['/find-slot'] },
  { pages: ['/optimization'] },
  { pages: ['/recurring'] },
  { pages: ['/map'] },
]);

export const usePlannerSteps = areaTexts<readonly Step[]>({
  en: steps([
    [
      'Open the board',
      'Each row is a person or a machine, each bar an appointment in the colour of its category. Grey is non-working time.',
    ],
    [
      'Plan an open task',
      'Drag it from the list below onto a row. While you drag, the preview shows overlaps, time outside working hours and missing skills.',
    ],
    [
      'Move, change, undo',
      'Drag a bar, or move it with Alt and the arrow keys; right click for everything else. Ctrl+Z undoes the last action.',
    ],
    [
      'Find a slot',
      'Enter the requirements of a task and the weight of each goal. You get the best slots with reasons.',
    ],
    ['Optimize the plan', 'Choose resources and days, review the proposal, and apply all or some of its changes.'],
    ['Plan a series', 'Recurring appointments follow a rule. Holidays and conflicts can be skipped.'],
    ['Use the map', 'The map shows open and planned tasks, resources, and the route of a day.'],
  ]),
  nl: steps([
    [
      'Open het planbord',
      'Elke rij is een persoon of een machine, elke balk een afspraak in de kleur van de categorie. Grijs is tijd buiten de werktijd.',
    ],
    [
      'Plan een open taak',
      'Sleep de taak uit de lijst onderaan naar een rij. Tijdens het slepen ziet u overlappingen, tijd buiten de werktijd en ontbrekende vaardigheden.',
    ],
    [
      'Verplaatsen, wijzigen, ongedaan maken',
      'Sleep een balk, of verplaats hem met Alt en de pijltoetsen. Klik met de rechtermuisknop voor alle andere acties. Ctrl+Z maakt de laatste actie ongedaan.',
    ],
    [
      'Zoek een tijdslot',
      'Geef de vereisten van een taak op en het gewicht van elk doel. U krijgt de beste tijdsloten, met de redenen.',
    ],
    ['Optimaliseer de planning', 'Kies resources en dagen, bekijk het voorstel en pas alle of enkele wijzigingen toe.'],
    ['Plan een reeks', 'Terugkerende afspraken volgen een regel. Feestdagen en conflicten kunt u overslaan.'],
    ['Gebruik de kaart', 'De kaart toont open en geplande taken, resources en de route van een dag.'],
  ]),
  de: steps([
    [
      'Die Plantafel öffnen',
      'Jede Zeile ist eine Person oder eine Maschine, jeder Balken ein Termin in der Farbe seiner Kategorie. Grau ist arbeitsfreie Zeit.',
    ],
    [
      'Eine offene Aufgabe planen',
      'Ziehen Sie die Aufgabe aus der Liste unten auf eine Zeile. Beim Ziehen sehen Sie Überschneidungen, Zeiten außerhalb der Arbeitszeit und fehlende Qualifikationen.',
    ],
    [
      'Verschieben, ändern, rückgängig machen',
      'Ziehen Sie einen Balken, oder verschieben Sie ihn mit Alt und den Pfeiltasten. Alle weiteren Aktionen öffnen Sie mit der rechten Maustaste. Strg+Z macht die letzte Aktion rückgängig.',
    ],
    [
      'Ein Zeitfenster suchen',
      'Geben Sie die Anforderungen einer Aufgabe und das Gewicht jedes Ziels an. Sie erhalten die besten Zeitfenster mit Begründung.',
    ],
    [
      'Den Plan optimieren',
      'Wählen Sie Ressourcen und Tage, prüfen Sie den Vorschlag, und übernehmen Sie alle oder einzelne Änderungen.',
    ],
    [
      'Eine Serie planen',
      'Wiederkehrende Termine folgen einer Regel. Feiertage und Konflikte können ausgelassen werden.',
    ],
    ['Die Karte verwenden', 'Die Karte zeigt offene und geplante Aufgaben, Ressourcen und die Route eines Tages.'],
  ]),
  fr: steps([
    [
      'Ouvrez le planning',
      'Chaque ligne est une personne ou une machine, chaque barre un rendez-vous dans la couleur de sa catégorie. Le gris indique le temps non travaillé.',
    ],
    [
      'Planifiez une tâche ouverte',
      'Faites glisser la tâche de la liste du bas vers une ligne. Pendant le déplacement, l’aperçu montre les chevauchements, le temps hors des heures de travail et les compétences manquantes.',
    ],
    [
      'Déplacez, modifiez, annulez',
      'Faites glisser une barre, ou déplacez-la avec Alt et les flèches. Le clic droit donne accès à toutes les autres actions. Ctrl+Z annule la dernière action.',
    ],
    [
      'Trouvez un créneau',
      'Indiquez les exigences d’une tâche et le poids de chaque objectif. Vous obtenez les meilleurs créneaux, avec leurs raisons.',
    ],
    [
      'Optimisez le planning',
      'Choisissez des ressources et des jours, examinez la proposition et appliquez tout ou partie de ses changements.',
    ],
    [
      'Planifiez une série',
      'Les rendez-vous récurrents suivent une règle. Les jours fériés et les conflits peuvent être ignorés.',
    ],
    [
      'Utilisez la carte',
      'La carte montre les tâches ouvertes et planifiées, les ressources et l’itinéraire d’une journée.',
    ],
  ]),
});

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
      'Elke rij is een persoon of machine, elke balk een afspraak in de kleur van haar categorie. Grijs is tijd waarin niemand werkt.',
    ],
    [
      'Plan een open taak',
      'Sleep ze uit de lijst onderaan naar een rij. De schim zegt vooraf of ze overlapt, buiten de werktijd valt of een vaardigheid vraagt die ontbreekt.',
    ],
    [
      'Verplaatsen, wijzigen, ongedaan maken',
      'Sleep een balk, of verplaats hem met Alt en de pijltjes; de rechtermuisknop doet de rest. Ctrl+Z neemt de laatste actie terug.',
    ],
    [
      'Laat een moment zoeken',
      'Zeg wat een taak nodig heeft en hoe zwaar elke wens weegt; de beste momenten komen terug met de redenen.',
    ],
    ['Laat een planning verbeteren', 'Kies mensen en dagen, bekijk het voorstel en pas toe wat u bevalt.'],
    [
      'Plan wat terugkomt',
      'Rondes en vergaderingen volgen een regel; feestdagen en conflicten worden overgeslagen als u dat vraagt.',
    ],
    ['Zie waar het werk is', 'Open en geplande taken en mensen op een kaart, en de route van een dag.'],
  ]),
  de: steps([
    [
      'Die Plantafel öffnen',
      'Jede Zeile ist eine Person oder Maschine, jeder Balken ein Termin in der Farbe seiner Kategorie. Grau ist Zeit, in der niemand arbeitet.',
    ],
    [
      'Eine offene Aufgabe planen',
      'Ziehen Sie sie aus der Liste unten auf eine Zeile. Der Schatten sagt vorher, ob sie sich überschneidet, außerhalb der Arbeitszeit liegt oder eine Fähigkeit fehlt.',
    ],
    [
      'Verschieben, ändern, rückgängig machen',
      'Ziehen Sie einen Balken oder verschieben Sie ihn mit Alt und den Pfeiltasten; alles Weitere liegt auf der rechten Maustaste. Strg+Z nimmt die letzte Aktion zurück.',
    ],
    [
      'Einen Termin finden lassen',
      'Sagen Sie, was eine Aufgabe braucht und wie viel jeder Wunsch zählt; die besten Zeiten kommen mit ihren Gründen zurück.',
    ],
    [
      'Einen Plan verbessern lassen',
      'Wählen Sie Personen und Tage, sehen Sie sich den Vorschlag an und übernehmen Sie, was Ihnen gefällt.',
    ],
    [
      'Wiederkehrendes planen',
      'Runden und Besprechungen folgen einer Regel; Feiertage und Konflikte bleiben auf Wunsch ausgespart.',
    ],
    [
      'Sehen, wo die Arbeit ist',
      'Offene und geplante Aufgaben und Personen auf einer Karte, und die Route eines Tages.',
    ],
  ]),
  fr: steps([
    [
      'Ouvrez le planning',
      'Chaque ligne est une personne ou une machine, chaque barre un rendez-vous dans la couleur de sa catégorie. Le gris est du temps non travaillé.',
    ],
    [
      'Planifiez une tâche ouverte',
      'Faites-la glisser de la liste du bas vers une ligne. L’aperçu dit d’avance si elle chevauche, sort des horaires ou demande une compétence absente.',
    ],
    [
      'Déplacez, modifiez, annulez',
      'Faites glisser une barre, ou déplacez-la avec Alt et les flèches ; le clic droit offre le reste. Ctrl+Z annule la dernière action.',
    ],
    [
      'Faites trouver un créneau',
      'Dites ce que demande une tâche et le poids de chaque souhait ; les meilleurs moments reviennent avec leurs raisons.',
    ],
    [
      'Faites améliorer un planning',
      'Choisissez personnes et jours, regardez la proposition et appliquez ce qui vous convient.',
    ],
    [
      'Planifiez ce qui revient',
      'Tournées et réunions suivent une règle ; jours fériés et conflits sont écartés si vous le demandez.',
    ],
    ['Voyez où est le travail', 'Tâches ouvertes et planifiées et personnes sur une carte, et la route d’une journée.'],
  ]),
});

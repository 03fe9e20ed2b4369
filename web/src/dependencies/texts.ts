import { areaTexts } from '../i18n/area-texts.ts';
import type { Relation } from './relation.ts';

export type Sentences = Readonly<Record<Relation, string>>;
/** The page is about a task, the dialog about an appointment; each may wait for another one, or another one for it. */
type Awaited = 'otherTask' | 'thisTask' | 'otherAppointment' | 'thisAppointment';
type Nouns = Readonly<Record<Awaited, string>>;

const EN: Nouns = {
  otherTask: 'the other',
  thisTask: 'this task',
  otherAppointment: 'the other',
  thisAppointment: 'this appointment',
};
const NL: Nouns = {
  otherTask: 'de andere',
  thisTask: 'deze taak',
  otherAppointment: 'de andere',
  thisAppointment: 'deze afspraak',
};
const DE: Nouns = {
  otherTask: 'die andere Aufgabe',
  thisTask: 'diese Aufgabe',
  otherAppointment: 'der andere Termin',
  thisAppointment: 'dieser Termin',
};
const DE_WITH: Nouns = {
  otherTask: 'der anderen Aufgabe',
  thisTask: 'dieser Aufgabe',
  otherAppointment: 'dem anderen Termin',
  thisAppointment: 'diesem Termin',
};
const FR: Nouns = {
  otherTask: 'l’autre tâche',
  thisTask: 'cette tâche',
  otherAppointment: 'l’autre rendez-vous',
  thisAppointment: 'ce rendez-vous',
};

interface DependencyFieldTexts {
  readonly dependencies: string;
  readonly kind: string;
  readonly lag: string;
  readonly lagHint: string;
  readonly maxLag: string;
  readonly maxLagHint: string;
  readonly noLimit: string;
  readonly noLag: string;
  readonly belowLag: string;
  readonly add: string;
  readonly edit: (name: string) => string;
  /** What the one that waits does, seen from the one it waits for. */
  readonly sentences: (awaited: Awaited) => Sentences;
}

export const useDependencyFieldTexts = areaTexts<DependencyFieldTexts>({
  en: {
    dependencies: 'Dependencies',
    kind: 'Dependency',
    lag: 'Lag',
    lagHint: 'Hours and minutes between the two at least, such as 1:30. With a minus they may overlap.',
    maxLag: 'Maximum lag',
    maxLagHint: 'Empty for no limit.',
    noLimit: 'No limit',
    noLag: 'Enter hours and minutes, such as 1:30.',
    belowLag: 'The maximum is less than the lag.',
    add: 'Add dependency',
    edit: (name) => `Edit dependency on ${name}`,
    sentences: (awaited) => ({
      endToStart: `Starts after ${EN[awaited]} ends`,
      startToStart: `Starts after ${EN[awaited]} starts`,
      endToEnd: `Ends after ${EN[awaited]} ends`,
      startToEnd: `Ends after ${EN[awaited]} starts`,
      startTogether: `Starts together with ${EN[awaited]}`,
      endTogether: `Ends together with ${EN[awaited]}`,
    }),
  },
  nl: {
    dependencies: 'Afhankelijkheden',
    kind: 'Afhankelijkheid',
    lag: 'Tussentijd',
    lagHint: 'Minstens zoveel uren en minuten tussen de twee, bijvoorbeeld 1:30. Met een min mogen ze overlappen.',
    maxLag: 'Maximale tussentijd',
    maxLagHint: 'Leeg voor geen grens.',
    noLimit: 'Geen grens',
    noLag: 'Vul uren en minuten in, bijvoorbeeld 1:30.',
    belowLag: 'Het maximum is kleiner dan de tussentijd.',
    add: 'Afhankelijkheid toevoegen',
    edit: (name) => `Afhankelijkheid van ${name} bewerken`,
    sentences: (awaited) => ({
      endToStart: `Start nadat ${NL[awaited]} eindigt`,
      startToStart: `Start nadat ${NL[awaited]} start`,
      endToEnd: `Eindigt nadat ${NL[awaited]} eindigt`,
      startToEnd: `Eindigt nadat ${NL[awaited]} start`,
      startTogether: `Start tegelijk met ${NL[awaited]}`,
      endTogether: `Eindigt tegelijk met ${NL[awaited]}`,
    }),
  },
  de: {
    dependencies: 'Abhängigkeiten',
    kind: 'Abhängigkeit',
    lag: 'Abstand',
    lagHint:
      'Stunden und Minuten, die mindestens dazwischen liegen, zum Beispiel 1:30. Mit einem Minus dürfen sich beide überschneiden.',
    maxLag: 'Höchstabstand',
    maxLagHint: 'Leer für keine Grenze.',
    noLimit: 'Keine Grenze',
    noLag: 'Stunden und Minuten eingeben, zum Beispiel 1:30.',
    belowLag: 'Der Höchstabstand ist kleiner als der Abstand.',
    add: 'Abhängigkeit hinzufügen',
    edit: (name) => `Abhängigkeit von ${name} bearbeiten`,
    sentences: (awaited) => ({
      endToStart: `Beginnt, nachdem ${DE[awaited]} endet`,
      startToStart: `Beginnt, nachdem ${DE[awaited]} beginnt`,
      endToEnd: `Endet, nachdem ${DE[awaited]} endet`,
      startToEnd: `Endet, nachdem ${DE[awaited]} beginnt`,
      startTogether: `Beginnt gleichzeitig mit ${DE_WITH[awaited]}`,
      endTogether: `Endet gleichzeitig mit ${DE_WITH[awaited]}`,
    }),
  },
  fr: {
    dependencies: 'Dépendances',
    kind: 'Dépendance',
    lag: 'Écart',
    lagHint:
      'Heures et minutes au moins entre les deux, par exemple 1:30. Avec un moins, les deux peuvent se chevaucher.',
    maxLag: 'Écart maximal',
    maxLagHint: 'Vide pour aucune limite.',
    noLimit: 'Aucune limite',
    noLag: 'Saisissez des heures et des minutes, par exemple 1:30.',
    belowLag: 'Le maximum est inférieur à l’écart.',
    add: 'Ajouter une dépendance',
    edit: (name) => `Modifier la dépendance avec ${name}`,
    sentences: (awaited) => ({
      endToStart: `Commence après la fin de ${FR[awaited]}`,
      startToStart: `Commence après le début de ${FR[awaited]}`,
      endToEnd: `Finit après la fin de ${FR[awaited]}`,
      startToEnd: `Finit après le début de ${FR[awaited]}`,
      startTogether: `Commence en même temps que ${FR[awaited]}`,
      endTogether: `Finit en même temps que ${FR[awaited]}`,
    }),
  },
});

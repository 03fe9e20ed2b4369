import { areaTexts } from '../../i18n/area-texts.ts';

const en = {
  name: 'Name',
  displayName: 'Shown as',
  color: 'Colour',
  look: 'On the board',
  onMap: 'On the map',
  sample: 'Replace the seal',
  categories: {
    hint: 'A category sets the colour of bars on the planning board. The text colour is chosen for contrast.',
    empty: 'No categories yet.',
  },
  timeMarkers: {
    hint: 'A time marker is the stripe along the top of a bar: agreed with the customer, to be confirmed.',
    empty: 'No time markers yet.',
  },
  pins: {
    hint: 'A pin gives jobs and resources a colour on the map.',
    empty: 'No pins yet.',
  },
  ink: (ink: 'light' | 'dark', ratio: string) =>
    `Text on it is ${ink === 'light' ? 'white' : 'black'}, with a contrast of ${ratio} to 1.`,
  pale: (ratio: string) =>
    `Low contrast with the board: ${ratio} to 1, at least 3 to 1 is recommended. Choose a darker colour.`,
  alike: (names: string) => `Hard to distinguish from ${names}.`,
  lost: (names: string) => `The stripe is hard to see on bars of ${names}.`,
};

/** Texts of coloured records: categories, time markers, pins. */
export const useIndicatorTexts = areaTexts({
  en,
  nl: {
    name: 'Naam',
    displayName: 'Weergegeven als',
    color: 'Kleur',
    look: 'Op het planbord',
    onMap: 'Op de kaart',
    sample: 'Afdichting vervangen',
    categories: {
      hint: 'Een categorie geeft een balk op het planbord zijn kleur. De tekstkleur volgt vanzelf, zodat alles leesbaar blijft.',
      empty: 'Er is nog geen categorie. Voeg er een toe om balken een eigen kleur te geven.',
    },
    timeMarkers: {
      hint: 'Een tijdmarkering is de streep boven aan een balk: afgesproken met de klant, nog te bevestigen.',
      empty: 'Er is nog geen tijdmarkering. Voeg er een toe om balken met een streep te markeren.',
    },
    pins: {
      hint: 'Een speld geeft opdrachten en resources een kleur op de kaart.',
      empty: 'Er is nog geen speld. Voeg er een toe en noem hem in een opdracht of resource.',
    },
    ink: (ink, ratio) => `De tekst erop is ${ink === 'light' ? 'wit' : 'zwart'}, met een contrast van ${ratio} op 1.`,
    pale: (ratio) =>
      `Deze kleur valt nauwelijks op tegen het planbord: ${ratio} op 1, terwijl 3 op 1 wordt aangeraden. Kies een donkerdere.`,
    alike: (names) => `Nauwelijks te onderscheiden van ${names}.`,
    lost: (names) => `De streep is nauwelijks te zien op balken van ${names}.`,
  },
  de: {
    name: 'Name',
    displayName: 'Angezeigt als',
    color: 'Farbe',
    look: 'Auf der Plantafel',
    onMap: 'Auf der Karte',
    sample: 'Dichtung tauschen',
    categories: {
      hint: 'Eine Kategorie gibt einem Balken der Plantafel seine Farbe. Die Textfarbe folgt von selbst, damit er lesbar bleibt.',
      empty: 'Es gibt noch keine Kategorie. Legen Sie eine an, um Balken eine eigene Farbe zu geben.',
    },
    timeMarkers: {
      hint: 'Eine Zeitmarke ist der Streifen am oberen Rand eines Balkens: mit dem Kunden vereinbart, noch zu bestätigen.',
      empty: 'Es gibt noch keine Zeitmarke. Legen Sie eine an, um Balken mit einem Streifen zu kennzeichnen.',
    },
    pins: {
      hint: 'Eine Nadel gibt Aufträgen und Ressourcen eine Farbe auf der Karte.',
      empty: 'Es gibt noch keine Nadel. Legen Sie eine an und nennen Sie sie in einem Auftrag oder einer Ressource.',
    },
    ink: (ink, ratio) =>
      `Der Text darauf ist ${ink === 'light' ? 'weiß' : 'schwarz'}, mit einem Kontrast von ${ratio} zu 1.`,
    pale: (ratio) =>
      `Diese Farbe hebt sich kaum von der Plantafel ab: ${ratio} zu 1, empfohlen sind 3 zu 1. Wählen Sie eine dunklere.`,
    alike: (names) => `Kaum zu unterscheiden von ${names}.`,
    lost: (names) => `Der Streifen ist auf Balken von ${names} kaum zu sehen.`,
  },
  fr: {
    name: 'Nom',
    displayName: 'Affiché comme',
    color: 'Couleur',
    look: 'Sur le planning',
    onMap: 'Sur la carte',
    sample: 'Remplacer le joint',
    categories: {
      hint: 'Une catégorie donne sa couleur à une barre du planning. Celle du texte s’adapte d’elle-même pour rester lisible.',
      empty: 'Il n’y a pas encore de catégorie. Ajoutez-en une pour donner une couleur aux barres.',
    },
    timeMarkers: {
      hint: 'Un marqueur de temps est la bande en haut d’une barre : convenu avec le client, à confirmer.',
      empty: 'Il n’y a pas encore de marqueur. Ajoutez-en un pour marquer des barres d’une bande.',
    },
    pins: {
      hint: 'Une épingle donne une couleur aux commandes et aux ressources sur la carte.',
      empty: 'Il n’y a pas encore d’épingle. Ajoutez-en une et nommez-la dans une commande ou une ressource.',
    },
    ink: (ink, ratio) => `Le texte y est ${ink === 'light' ? 'blanc' : 'noir'}, avec un contraste de ${ratio} pour 1.`,
    pale: (ratio) =>
      `Cette couleur se détache à peine du planning : ${ratio} pour 1, alors que 3 pour 1 est conseillé. Choisissez-en une plus foncée.`,
    alike: (names) => `Difficile à distinguer de ${names}.`,
    lost: (names) => `La bande se voit à peine sur les barres de ${names}.`,
  },
});

import { areaTexts } from '../i18n/area-texts.ts';

/** `after` and `before` by the type of the dependency: finish to start, start to start, finish to finish, start to finish. */
const en = {
  dependencies: 'Dependencies',
  after: ['Starts after the end of', 'Starts after the start of', 'Ends after the end of', 'Ends after the start of'],
  before: [
    'Ends before the start of',
    'Starts before the start of',
    'Ends before the end of',
    'Starts before the end of',
  ],
  atLeast: (time: string) => `at least ${time} apart`,
  between: (least: string, most: string) => `${least} to ${most} apart`,
  atOnce: 'at the same time',
  differentResources: 'different resources',
  notPlanned: 'not planned',
};

type DependencyTexts = typeof en;

export const useDependencyTexts = areaTexts<DependencyTexts>({
  en,
  nl: {
    dependencies: 'Afhankelijkheden',
    after: ['Start na het einde van', 'Start na de start van', 'Eindigt na het einde van', 'Eindigt na de start van'],
    before: [
      'Eindigt vóór de start van',
      'Start vóór de start van',
      'Eindigt vóór het einde van',
      'Start vóór het einde van',
    ],
    atLeast: (time) => `minstens ${time} ertussen`,
    between: (least, most) => `${least} tot ${most} ertussen`,
    atOnce: 'tegelijk',
    differentResources: 'verschillende resources',
    notPlanned: 'niet gepland',
  },
  de: {
    dependencies: 'Abhängigkeiten',
    after: [
      'Beginnt nach dem Ende von',
      'Beginnt nach dem Beginn von',
      'Endet nach dem Ende von',
      'Endet nach dem Beginn von',
    ],
    before: [
      'Endet vor dem Beginn von',
      'Beginnt vor dem Beginn von',
      'Endet vor dem Ende von',
      'Beginnt vor dem Ende von',
    ],
    atLeast: (time) => `mindestens ${time} Abstand`,
    between: (least, most) => `${least} bis ${most} Abstand`,
    atOnce: 'gleichzeitig',
    differentResources: 'verschiedene Ressourcen',
    notPlanned: 'nicht geplant',
  },
  fr: {
    dependencies: 'Dépendances',
    after: [
      'Commence après la fin de',
      'Commence après le début de',
      'Finit après la fin de',
      'Finit après le début de',
    ],
    before: [
      'Finit avant le début de',
      'Commence avant le début de',
      'Finit avant la fin de',
      'Commence avant la fin de',
    ],
    atLeast: (time) => `au moins ${time} d’écart`,
    between: (least, most) => `${least} à ${most} d’écart`,
    atOnce: 'en même temps',
    differentResources: 'ressources différentes',
    notPlanned: 'non planifié',
  },
});

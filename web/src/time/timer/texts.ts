import { areaTexts } from '../../i18n/area-texts.ts';

export const useTimerTexts = areaTexts({
  en: {
    runningClock: 'Running clock',
    stop: 'Stop',
    types: ['Work', 'Travel', 'Waiting'],
    onDevice: 'on device',
  },
  nl: {
    runningClock: 'Lopende klok',
    stop: 'Stop',
    types: ['Werk', 'Reistijd', 'Wachttijd'],
    onDevice: 'op toestel',
  },
  de: {
    runningClock: 'Laufende Uhr',
    stop: 'Stopp',
    types: ['Arbeit', 'Fahrt', 'Warten'],
    onDevice: 'auf dem Gerät',
  },
  fr: {
    runningClock: 'Chronomètre en cours',
    stop: 'Arrêter',
    types: ['Travail', 'Trajet', 'Attente'],
    onDevice: "sur l'appareil",
  },
});

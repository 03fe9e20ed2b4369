import { areaTexts } from '../../i18n/area-texts.ts';

export const useTimerTexts = areaTexts({
  en: {
    runningClock: 'Running timer',
    stop: 'Stop',
    types: ['Work', 'Travel', 'Waiting'],
    onDevice: 'on device',
  },
  nl: {
    runningClock: 'Lopende timer',
    stop: 'Stop',
    types: ['Werk', 'Reistijd', 'Wachttijd'],
    onDevice: 'op toestel',
  },
  de: {
    runningClock: 'Laufender Timer',
    stop: 'Stopp',
    types: ['Arbeit', 'Fahrt', 'Warten'],
    onDevice: 'auf dem Gerät',
  },
  fr: {
    runningClock: 'Minuteur en cours',
    stop: 'Arrêter',
    types: ['Travail', 'Trajet', 'Attente'],
    onDevice: 'sur l’appareil',
  },
});

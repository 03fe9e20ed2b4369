import { areaTexts } from '../../../i18n/area-texts.ts';

export const useLocationPolicyTexts = areaTexts({
  en: {
    title: 'Homes and last positions',
    forEveryone: 'Show homes and last positions to everyone',
    hint: 'Otherwise only users who may plan or import see where resources live and were last seen. API keys always do.',
    saved: 'Saved',
  },
  nl: {
    title: 'Thuisadressen en laatste posities',
    forEveryone: 'Thuisadressen en laatste posities aan iedereen tonen',
    hint: 'Anders zien alleen gebruikers die mogen plannen of importeren waar resources wonen en het laatst gezien zijn. API-sleutels zien dit altijd.',
    saved: 'Opgeslagen',
  },
  de: {
    title: 'Wohnadressen und letzte Positionen',
    forEveryone: 'Wohnadressen und letzte Positionen allen zeigen',
    hint: 'Sonst sehen nur Benutzer, die planen oder importieren dürfen, wo Ressourcen wohnen und zuletzt gesehen wurden. API-Schlüssel sehen es immer.',
    saved: 'Gespeichert',
  },
  fr: {
    title: 'Domiciles et dernières positions',
    forEveryone: 'Afficher les domiciles et les dernières positions à tous',
    hint: 'Sinon, seuls les utilisateurs qui peuvent planifier ou importer voient où les ressources habitent et où elles ont été vues en dernier. Les clés API les voient toujours.',
    saved: 'Enregistré',
  },
});

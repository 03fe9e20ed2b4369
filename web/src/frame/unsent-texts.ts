import { areaTexts } from '../i18n/area-texts.ts';
import { plural } from '../i18n/plural.ts';

export const useUnsentTexts = areaTexts({
  en: {
    title: 'Unsent actions',
    body: (count: number) =>
      plural.en(
        count,
        '# action is only on this device. Signing out deletes it.',
        '# actions are only on this device. Signing out deletes them.',
      ),
    stay: 'Stay signed in',
    leave: 'Sign out and discard',
  },
  nl: {
    title: 'Niet-verzonden acties',
    body: (count: number) =>
      plural.nl(
        count,
        '# actie staat alleen op dit toestel. Afmelden verwijdert ze.',
        '# acties staan alleen op dit toestel. Afmelden verwijdert ze.',
      ),
    stay: 'Aangemeld blijven',
    leave: 'Afmelden en verwerpen',
  },
  de: {
    title: 'Nicht gesendete Aktionen',
    body: (count: number) =>
      plural.de(
        count,
        '# Aktion ist nur auf diesem Gerät. Beim Abmelden wird sie gelöscht.',
        '# Aktionen sind nur auf diesem Gerät. Beim Abmelden werden sie gelöscht.',
      ),
    stay: 'Angemeldet bleiben',
    leave: 'Abmelden und verwerfen',
  },
  fr: {
    title: 'Actions non envoyées',
    body: (count: number) =>
      plural.fr(
        count,
        '# action n’est que sur cet appareil. La déconnexion la supprime.',
        '# actions ne sont que sur cet appareil. La déconnexion les supprime.',
      ),
    stay: 'Rester connecté',
    leave: 'Se déconnecter et abandonner',
  },
});

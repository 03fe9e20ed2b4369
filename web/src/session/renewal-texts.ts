import { areaTexts } from '../i18n/area-texts.ts';

export const useRenewalTexts = areaTexts({
  en: {
    title: 'Your session has ended',
    hint: 'Sign in again to continue. Your work on this page is kept.',
    otherUser: (who: string) =>
      `You signed in as another user (${who}). The page was loaded again, and changes that were not saved are lost.`,
    leave: 'Go to the sign-in page',
    signedIn: 'You are signed in. You can close this window.',
  },
  nl: {
    title: 'Uw sessie is verlopen',
    hint: 'Meld u opnieuw aan om verder te gaan. Uw werk op deze pagina blijft behouden.',
    otherUser: (who: string) =>
      `U hebt zich aangemeld als een andere gebruiker (${who}). De pagina is opnieuw geladen; wijzigingen die niet waren opgeslagen, zijn verloren.`,
    leave: 'Naar de aanmeldpagina',
    signedIn: 'U bent aangemeld. U kunt dit venster sluiten.',
  },
  de: {
    title: 'Ihre Sitzung ist abgelaufen',
    hint: 'Melden Sie sich erneut an, um fortzufahren. Ihre Arbeit auf dieser Seite bleibt erhalten.',
    otherUser: (who: string) =>
      `Sie haben sich als anderer Benutzer angemeldet (${who}). Die Seite wurde neu geladen; nicht gespeicherte Änderungen sind verloren.`,
    leave: 'Zur Anmeldeseite',
    signedIn: 'Sie sind angemeldet. Sie können dieses Fenster schließen.',
  },
  fr: {
    title: 'Votre session a expiré',
    hint: 'Reconnectez-vous pour continuer. Votre travail sur cette page est conservé.',
    otherUser: (who: string) =>
      `Vous vous êtes connecté sous un autre nom (${who}). La page a été rechargée ; les modifications non enregistrées sont perdues.`,
    leave: 'Aller à la page de connexion',
    signedIn: 'Vous êtes connecté. Vous pouvez fermer cette fenêtre.',
  },
});

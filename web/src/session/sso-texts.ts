import { areaTexts } from '../i18n/area-texts.ts';

const en = {
  signInWith: (name: string) => `Sign in with ${name}`,
  or: 'or',
  requestId: (id: string) => `Request ID: ${id}`,
  reasons: {
    expired: 'The sign-in was not completed in time or was begun in another window. Try again.',
    unavailable: 'The identity provider cannot be reached. Try again later, or tell your administrator.',
    notOffered: 'There is no single sign-on at this address. Check the address, or sign in with your password.',
    cancelled: 'The sign-in was cancelled.',
    failed: 'The sign-in failed. If this happens again, give the request ID to your administrator.',
    unverified: 'The identity provider did not confirm your e-mail address. Contact your administrator.',
    unknown: 'You do not have a user here yet. Ask your administrator to add you.',
    disabled: 'Your user is disabled. Contact your administrator.',
    noRole: 'You have not been given a role here. Contact your administrator.',
    otherPerson: 'Your e-mail address is linked to another person. Contact your administrator.',
    confirm: 'You already have a password here. Sign in with it once; from then on single sign-on is enough.',
  },
};

/** Single sign-on on the sign-in page. */
export const useSsoTexts = areaTexts({
  en,
  nl: {
    signInWith: (name) => `Aanmelden met ${name}`,
    or: 'of',
    requestId: (id) => `Aanvraag-ID: ${id}`,
    reasons: {
      expired: 'De aanmelding is niet op tijd voltooid of in een ander venster begonnen. Probeer het opnieuw.',
      unavailable: 'De identiteitsprovider is niet bereikbaar. Probeer het later opnieuw of waarschuw uw beheerder.',
      notOffered: 'Op dit adres is geen single sign-on. Controleer het adres of meld u aan met uw wachtwoord.',
      cancelled: 'De aanmelding is geannuleerd.',
      failed: 'De aanmelding is mislukt. Gebeurt dit opnieuw, geef de aanvraag-ID dan aan uw beheerder.',
      unverified: 'De identiteitsprovider heeft uw e-mailadres niet bevestigd. Neem contact op met uw beheerder.',
      unknown: 'U hebt hier nog geen gebruiker. Vraag uw beheerder om u toe te voegen.',
      disabled: 'Uw gebruiker is uitgeschakeld. Neem contact op met uw beheerder.',
      noRole: 'U hebt hier geen rol gekregen. Neem contact op met uw beheerder.',
      otherPerson: 'Uw e-mailadres is aan een andere persoon gekoppeld. Neem contact op met uw beheerder.',
      confirm: 'U hebt hier al een wachtwoord. Meld u er één keer mee aan; daarna volstaat single sign-on.',
    },
  },
  de: {
    signInWith: (name) => `Mit ${name} anmelden`,
    or: 'oder',
    requestId: (id) => `Anfrage-ID: ${id}`,
    reasons: {
      expired:
        'Die Anmeldung wurde nicht rechtzeitig abgeschlossen oder in einem anderen Fenster begonnen. Versuchen Sie es erneut.',
      unavailable:
        'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es später erneut oder informieren Sie Ihren Administrator.',
      notOffered:
        'Unter dieser Adresse gibt es kein Single Sign-on. Prüfen Sie die Adresse oder melden Sie sich mit Ihrem Passwort an.',
      cancelled: 'Die Anmeldung wurde abgebrochen.',
      failed:
        'Die Anmeldung ist fehlgeschlagen. Wenn das erneut geschieht, geben Sie Ihrem Administrator die Anfrage-ID.',
      unverified:
        'Der Identitätsanbieter hat Ihre E-Mail-Adresse nicht bestätigt. Wenden Sie sich an Ihren Administrator.',
      unknown: 'Sie haben hier noch keinen Benutzer. Bitten Sie Ihren Administrator, Sie hinzuzufügen.',
      disabled: 'Ihr Benutzer ist deaktiviert. Wenden Sie sich an Ihren Administrator.',
      noRole: 'Ihnen wurde hier keine Rolle gegeben. Wenden Sie sich an Ihren Administrator.',
      otherPerson:
        'Ihre E-Mail-Adresse ist mit einer anderen Person verknüpft. Wenden Sie sich an Ihren Administrator.',
      confirm: 'Sie haben hier schon ein Passwort. Melden Sie sich einmal damit an; danach genügt Single Sign-on.',
    },
  },
  fr: {
    signInWith: (name) => `Se connecter avec ${name}`,
    or: 'ou',
    requestId: (id) => `ID de requête : ${id}`,
    reasons: {
      expired: "La connexion n'a pas été terminée à temps ou a commencé dans une autre fenêtre. Veuillez réessayer.",
      unavailable: "Le fournisseur d'identité est injoignable. Réessayez plus tard ou prévenez votre administrateur.",
      notOffered:
        "Il n'y a pas d'authentification unique à cette adresse. Vérifiez l'adresse ou connectez-vous avec votre mot de passe.",
      cancelled: 'La connexion a été annulée.',
      failed: "La connexion a échoué. Si cela se reproduit, donnez l'ID de requête à votre administrateur.",
      unverified: "Le fournisseur d'identité n'a pas confirmé votre adresse e-mail. Contactez votre administrateur.",
      unknown: "Vous n'avez pas encore d'utilisateur ici. Demandez à votre administrateur de vous ajouter.",
      disabled: 'Votre utilisateur est désactivé. Contactez votre administrateur.',
      noRole: 'Aucun rôle ne vous a été attribué ici. Contactez votre administrateur.',
      otherPerson: 'Votre adresse e-mail est liée à une autre personne. Contactez votre administrateur.',
      confirm:
        "Vous avez déjà un mot de passe ici. Connectez-vous une fois avec lui ; ensuite l'authentification unique suffit.",
    },
  },
});

import { areaTexts } from '../i18n/area-texts.ts';

const en = {
  or: 'or',
  signInWithPasskey: 'Sign in with a passkey',
  title: 'Second step',
  passkeyHint: 'Use a passkey of your account: a fingerprint, a face, a PIN or a security key.',
  usePasskey: 'Use passkey',
  code: 'One-time code',
  codeHint: 'The 6 digits that your authenticator app shows.',
  recoveryCode: 'Recovery code',
  recoveryHint: 'One of the codes that you stored when you set up the second factor. It works once.',
  instead: {
    passkey: 'Use a passkey instead',
    code: 'Use a one-time code instead',
    recoveryCode: 'Use a recovery code instead',
  },
  lost: 'If you lost everything, ask your administrator to remove the second factor.',
};

export const useSecondStepTexts = areaTexts({
  en,
  nl: {
    or: 'of',
    signInWithPasskey: 'Aanmelden met een passkey',
    title: 'Tweede stap',
    passkeyHint:
      'Gebruik een passkey van uw account: een vingerafdruk, uw gezicht, een pincode of een beveiligingssleutel.',
    usePasskey: 'Passkey gebruiken',
    code: 'Eenmalige code',
    codeHint: 'De 6 cijfers die uw authenticator-app toont.',
    recoveryCode: 'Herstelcode',
    recoveryHint: 'Een van de codes die u bij het instellen van de tweede factor hebt bewaard. Ze werkt één keer.',
    instead: {
      passkey: 'In plaats daarvan een passkey gebruiken',
      code: 'In plaats daarvan een eenmalige code gebruiken',
      recoveryCode: 'In plaats daarvan een herstelcode gebruiken',
    },
    lost: 'Bent u alles kwijt, vraag dan uw beheerder om de tweede factor te verwijderen.',
  },
  de: {
    or: 'oder',
    signInWithPasskey: 'Mit einem Passkey anmelden',
    title: 'Zweiter Schritt',
    passkeyHint: 'Verwenden Sie einen Passkey Ihres Kontos: Fingerabdruck, Gesicht, PIN oder Sicherheitsschlüssel.',
    usePasskey: 'Passkey verwenden',
    code: 'Einmalcode',
    codeHint: 'Die 6 Ziffern, die Ihre Authentifizierungs-App anzeigt.',
    recoveryCode: 'Wiederherstellungscode',
    recoveryHint:
      'Einer der Codes, die Sie beim Einrichten des zweiten Faktors aufbewahrt haben. Er funktioniert einmal.',
    instead: {
      passkey: 'Stattdessen einen Passkey verwenden',
      code: 'Stattdessen einen Einmalcode verwenden',
      recoveryCode: 'Stattdessen einen Wiederherstellungscode verwenden',
    },
    lost: 'Wenn Sie alles verloren haben, bitten Sie Ihren Administrator, den zweiten Faktor zu entfernen.',
  },
  fr: {
    or: 'ou',
    signInWithPasskey: 'Se connecter avec une clé d’accès',
    title: 'Deuxième étape',
    passkeyHint: 'Utilisez une clé d’accès de votre compte : empreinte digitale, visage, code PIN ou clé de sécurité.',
    usePasskey: 'Utiliser la clé d’accès',
    code: 'Code à usage unique',
    codeHint: 'Les 6 chiffres affichés par votre application d’authentification.',
    recoveryCode: 'Code de secours',
    recoveryHint:
      'Un des codes que vous avez conservés lors de la configuration du second facteur. Il fonctionne une seule fois.',
    instead: {
      passkey: 'Utiliser plutôt une clé d’accès',
      code: 'Utiliser plutôt un code à usage unique',
      recoveryCode: 'Utiliser plutôt un code de secours',
    },
    lost: 'Si vous avez tout perdu, demandez à votre administrateur de supprimer le second facteur.',
  },
});

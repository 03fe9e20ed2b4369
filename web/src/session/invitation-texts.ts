import { areaTexts } from '../i18n/area-texts.ts';

const en = {
  title: (tenant: string) => `Join ${tenant}`,
  hint: (email: string) => `You were invited as ${email}. Choose a password to sign in with.`,
  existing:
    'If you already chose an Openslot password for this address, enter it again or choose a new one. A new one signs you out everywhere else.',
  password: 'Password',
  repeat: 'Repeat password',
  rule: 'At least 12 characters.',
  tooShort: 'The password needs at least 12 characters.',
  differ: 'The passwords differ.',
  accept: 'Accept invitation',
  notValid: 'This invitation is no longer valid',
  notValidHint:
    'It was already used, replaced by a newer one, or has expired. Ask your administrator to send a new one.',
  toSignIn: 'Go to sign-in',
};

export const useInvitationTexts = areaTexts({
  en,
  nl: {
    title: (tenant) => `Deelnemen aan ${tenant}`,
    hint: (email) => `U bent uitgenodigd als ${email}. Kies een wachtwoord om u mee aan te melden.`,
    existing:
      'Hebt u voor dit adres al een Openslot-wachtwoord gekozen, voer dat dan opnieuw in of kies een nieuw. Met een nieuw wachtwoord wordt u overal elders afgemeld.',
    password: 'Wachtwoord',
    repeat: 'Wachtwoord herhalen',
    rule: 'Minstens 12 tekens.',
    tooShort: 'Het wachtwoord moet minstens 12 tekens hebben.',
    differ: 'De wachtwoorden verschillen.',
    accept: 'Uitnodiging aanvaarden',
    notValid: 'Deze uitnodiging is niet meer geldig',
    notValidHint:
      'Ze is al gebruikt, door een nieuwere vervangen of verlopen. Vraag uw beheerder een nieuwe te versturen.',
    toSignIn: 'Naar aanmelden',
  },
  de: {
    title: (tenant) => `${tenant} beitreten`,
    hint: (email) => `Sie wurden als ${email} eingeladen. Wählen Sie ein Passwort für die Anmeldung.`,
    existing:
      'Wenn Sie für diese Adresse schon ein Openslot-Passwort gewählt haben, geben Sie es noch einmal ein oder wählen Sie ein neues. Ein neues meldet Sie überall sonst ab.',
    password: 'Passwort',
    repeat: 'Passwort wiederholen',
    rule: 'Mindestens 12 Zeichen.',
    tooShort: 'Das Passwort braucht mindestens 12 Zeichen.',
    differ: 'Die Passwörter unterscheiden sich.',
    accept: 'Einladung annehmen',
    notValid: 'Diese Einladung ist nicht mehr gültig',
    notValidHint:
      'Sie wurde schon verwendet, durch eine neuere ersetzt oder ist abgelaufen. Bitten Sie Ihren Administrator um eine neue.',
    toSignIn: 'Zur Anmeldung',
  },
  fr: {
    title: (tenant) => `Rejoindre ${tenant}`,
    hint: (email) => `Vous êtes invité en tant que ${email}. Choisissez un mot de passe pour vous connecter.`,
    existing:
      'Si vous avez déjà choisi un mot de passe Openslot pour cette adresse, saisissez-le à nouveau ou choisissez-en un autre. Un nouveau mot de passe vous déconnecte partout ailleurs.',
    password: 'Mot de passe',
    repeat: 'Répéter le mot de passe',
    rule: 'Au moins 12 caractères.',
    tooShort: 'Le mot de passe doit compter au moins 12 caractères.',
    differ: 'Les mots de passe sont différents.',
    accept: 'Accepter l’invitation',
    notValid: 'Cette invitation n’est plus valable',
    notValidHint:
      'Elle a déjà été utilisée, remplacée par une plus récente, ou elle a expiré. Demandez à votre administrateur d’en envoyer une nouvelle.',
    toSignIn: 'Aller à la connexion',
  },
});

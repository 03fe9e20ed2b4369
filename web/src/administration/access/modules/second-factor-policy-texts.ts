import { areaTexts } from '../../../i18n/area-texts.ts';
import { plural } from '../../../i18n/plural.ts';

const en = {
  title: 'Second factor',
  hint: 'Users with one of these roles need a passkey or one-time codes beside their password.',
  roles: 'Roles that need a second factor',
  question: (role: string) => `Require a second factor for ${role}?`,
  effect:
    'Users with this role who have none can only set one up, from their next click on. Programs that use their password or a token stop working: give them an API key first.',
  require: 'Require',
  missing: (count: number) => plural.en(count, '# user still has to set one up.', '# users still have to set one up.'),
  saved: 'Saved',
};

export const useSecondFactorPolicyTexts = areaTexts({
  en,
  nl: {
    title: 'Tweede factor',
    hint: 'Gebruikers met een van deze rollen hebben naast hun wachtwoord een passkey of eenmalige codes nodig.',
    roles: 'Rollen die een tweede factor nodig hebben',
    question: (role) => `Een tweede factor vereisen voor ${role}?`,
    effect:
      'Gebruikers met deze rol die er geen hebben, kunnen vanaf hun volgende klik alleen nog een tweede factor instellen. Programma’s die hun wachtwoord of een token gebruiken, werken dan niet meer: geef ze eerst een API-sleutel.',
    require: 'Vereisen',
    missing: (count) =>
      plural.nl(count, '# gebruiker moet er nog een instellen.', '# gebruikers moeten er nog een instellen.'),
    saved: 'Opgeslagen',
  },
  de: {
    title: 'Zweiter Faktor',
    hint: 'Benutzer mit einer dieser Rollen brauchen neben ihrem Passwort einen Passkey oder Einmalcodes.',
    roles: 'Rollen, die einen zweiten Faktor brauchen',
    question: (role) => `Zweiten Faktor für ${role} verlangen?`,
    effect:
      'Benutzer mit dieser Rolle, die keinen haben, können ab dem nächsten Klick nur noch einen einrichten. Programme, die ihr Passwort oder ein Token verwenden, funktionieren dann nicht mehr: Geben Sie ihnen zuerst einen API-Schlüssel.',
    require: 'Verlangen',
    missing: (count) =>
      plural.de(count, '# Benutzer muss noch einen einrichten.', '# Benutzer müssen noch einen einrichten.'),
    saved: 'Gespeichert',
  },
  fr: {
    title: 'Second facteur',
    hint: 'Les utilisateurs qui ont l’un de ces rôles doivent avoir une clé d’accès ou des codes à usage unique en plus de leur mot de passe.',
    roles: 'Rôles qui exigent un second facteur',
    question: (role) => `Exiger un second facteur pour ${role} ?`,
    effect:
      'Dès leur prochain clic, les utilisateurs de ce rôle qui n’en ont pas peuvent seulement en configurer un. Les programmes qui utilisent leur mot de passe ou un jeton ne fonctionnent plus : donnez-leur d’abord une clé d’API.',
    require: 'Exiger',
    missing: (count) =>
      plural.fr(
        count,
        '# utilisateur doit encore en configurer un.',
        '# utilisateurs doivent encore en configurer un.',
      ),
    saved: 'Enregistré',
  },
});

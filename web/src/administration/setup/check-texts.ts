import { areaTexts } from '../../i18n/area-texts.ts';
import { plural } from '../../i18n/plural.ts';

/** Problems of the text of a package, and the comments of the starter example. */
export const useCheckTexts = areaTexts({
  en: {
    title: 'Problems in the text',
    at: (line: number, column: number) => `Line ${line}, column ${column}`,
    summary: (errors: number, warnings: number) =>
      errors + warnings === 0
        ? 'No problems found.'
        : `${plural.en(errors, '# error', '# errors')}, ${plural.en(warnings, '# warning', '# warnings')}`,
    messages: {
      syntax: (format: string) => `The text is not valid ${format} here.`,
      aliases: () => 'The text expands too many aliases, or uses one that is not defined.',
      type: (types: string) => `must be: ${types}`,
      choice: (choices: string) => `must be one of: ${choices}`,
      blank: () => 'must not be empty',
      email: () => 'must be an e-mail address',
      long: (most: string) => `must have at most ${most} characters`,
      few: (least: string) => `must have at least ${least} entries`,
      twice: () => 'occurs twice in the list',
      noProfile: () => 'must contain a profile',
      missing: (name: string) => `${name} is missing`,
      unknown: () => 'is unknown and will be ignored',
    },
    comments: {
      about: 'A setup package: the configuration of a tenant. Preview it, then apply it.',
      owner: 'The user that the records belong to, and who gets the mail.',
      layouts: 'What the pages show.',
      profiles: 'A profile gives its users their layouts. At least one is required.',
      users: 'Users are created and invited by mail. Remove the comment signs to add one.',
      configuration: 'Settings by name.',
    },
  },
  nl: {
    title: 'Problemen in de tekst',
    at: (line: number, column: number) => `Regel ${line}, kolom ${column}`,
    summary: (errors: number, warnings: number) =>
      errors + warnings === 0
        ? 'Geen problemen gevonden.'
        : `${plural.nl(errors, '# fout', '# fouten')}, ${plural.nl(warnings, '# waarschuwing', '# waarschuwingen')}`,
    messages: {
      syntax: (format: string) => `De tekst is hier geen geldige ${format}.`,
      aliases: () => 'De tekst gebruikt te veel aliassen, of een die niet bestaat.',
      type: (types: string) => `moet zijn: ${types}`,
      choice: (choices: string) => `moet een van deze zijn: ${choices}`,
      blank: () => 'mag niet leeg zijn',
      email: () => 'moet een e-mailadres zijn',
      long: (most: string) => `mag hoogstens ${most} tekens hebben`,
      few: (least: string) => `moet minstens ${least} regels hebben`,
      twice: () => 'staat twee keer in de lijst',
      noProfile: () => 'moet een profiel bevatten',
      missing: (name: string) => `${name} ontbreekt`,
      unknown: () => 'is onbekend en wordt genegeerd',
    },
    comments: {
      about: 'Een inrichtingspakket: de configuratie van een omgeving. Bekijk de wijzigingen en pas het dan toe.',
      owner: 'De gebruiker van wie de gegevens zijn, en die de mail krijgt.',
      layouts: 'Wat de pagina’s tonen.',
      profiles: 'Een profiel geeft gebruikers hun lay-outs. Minstens één is verplicht.',
      users:
        'Gebruikers worden aangemaakt en per mail uitgenodigd. Verwijder de commentaartekens om er een toe te voegen.',
      configuration: 'Instellingen op naam.',
    },
  },
  de: {
    title: 'Probleme im Text',
    at: (line: number, column: number) => `Zeile ${line}, Spalte ${column}`,
    summary: (errors: number, warnings: number) =>
      errors + warnings === 0
        ? 'Keine Probleme gefunden.'
        : `${plural.de(errors, '# Fehler', '# Fehler')}, ${plural.de(warnings, '# Warnung', '# Warnungen')}`,
    messages: {
      syntax: (format: string) => `Der Text ist hier kein gültiges ${format}.`,
      aliases: () => 'Der Text verwendet zu viele Aliasse oder einen, den es nicht gibt.',
      type: (types: string) => `muss sein: ${types}`,
      choice: (choices: string) => `muss einer dieser Werte sein: ${choices}`,
      blank: () => 'darf nicht leer sein',
      email: () => 'muss eine E-Mail-Adresse sein',
      long: (most: string) => `darf höchstens ${most} Zeichen haben`,
      few: (least: string) => `muss mindestens ${least} Einträge haben`,
      twice: () => 'kommt in der Liste zweimal vor',
      noProfile: () => 'muss ein Profil enthalten',
      missing: (name: string) => `${name} fehlt`,
      unknown: () => 'ist unbekannt und wird ignoriert',
    },
    comments: {
      about: 'Ein Einrichtungspaket: die Konfiguration eines Mandanten. Änderungen anzeigen, dann anwenden.',
      owner: 'Der Benutzer, dem die Datensätze gehören und der die E-Mail bekommt.',
      layouts: 'Was die Seiten zeigen.',
      profiles: 'Ein Profil gibt Benutzern ihre Layouts. Mindestens eines ist erforderlich.',
      users:
        'Benutzer werden angelegt und per E-Mail eingeladen. Entfernen Sie die Kommentarzeichen, um einen hinzuzufügen.',
      configuration: 'Einstellungen nach Namen.',
    },
  },
  fr: {
    title: 'Problèmes dans le texte',
    at: (line: number, column: number) => `Ligne ${line}, colonne ${column}`,
    summary: (errors: number, warnings: number) =>
      errors + warnings === 0
        ? 'Aucun problème trouvé.'
        : `${plural.fr(errors, '# erreur', '# erreurs')}, ${plural.fr(warnings, '# avertissement', '# avertissements')}`,
    messages: {
      syntax: (format: string) => `Le texte n’est pas du ${format} valide ici.`,
      aliases: () => 'Le texte utilise trop d’alias, ou un alias qui n’existe pas.',
      type: (types: string) => `doit être : ${types}`,
      choice: (choices: string) => `doit être l’une de ces valeurs : ${choices}`,
      blank: () => 'ne doit pas être vide',
      email: () => 'doit être une adresse e-mail',
      long: (most: string) => `doit avoir au plus ${most} caractères`,
      few: (least: string) => `doit avoir au moins ${least} entrées`,
      twice: () => 'figure deux fois dans la liste',
      noProfile: () => 'doit contenir un profil',
      missing: (name: string) => `${name} manque`,
      unknown: () => 'est inconnu et sera ignoré',
    },
    comments: {
      about: 'Un paquet de configuration d’un espace. Vérifiez les changements, puis appliquez-le.',
      owner: 'L’utilisateur à qui les données appartiennent, et qui reçoit l’e-mail.',
      layouts: 'Ce que les pages affichent.',
      profiles: 'Un profil donne aux utilisateurs leurs mises en page. Il en faut au moins un.',
      users: 'Les utilisateurs sont créés et invités par e-mail. Enlevez les signes de commentaire pour en ajouter un.',
      configuration: 'Réglages par nom.',
    },
  },
});

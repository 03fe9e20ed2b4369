import { areaTexts } from '../../i18n/area-texts.ts';
import type { Problem } from './status-types.ts';

type Texts = Readonly<Record<Problem['code'], { readonly what: string; readonly toDo: string }>>;

const en: Texts = {
  noWorker: {
    what: 'No process does background work',
    toDo: 'Deliveries, mails, optimization and nightly work wait. Start a process with ROLES=worker or ROLES=api,worker.',
  },
  processGone: {
    what: 'A process does not respond any more',
    toDo: 'It was killed, or its machine or network is down. Look at the end of its log and start it again. A process that was removed disappears from the list after a day.',
  },
  mixedVersions: {
    what: 'Processes of different versions are running',
    toDo: 'Usual during an upgrade. Finish it, or go back to one version.',
  },
  databaseReadOnly: {
    what: 'The database is read-only',
    toDo: 'Nothing can be stored. Point DATABASE_URL to the primary server, or end the read-only mode.',
  },
  databaseDiskFull: {
    what: 'The disk of the database is full',
    toDo: 'Nothing can be stored. Free space on the disk or enlarge it; a restart is not needed.',
  },
  databaseConnections: {
    what: 'The database has almost no free connections',
    toDo: 'Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS of the processes.',
  },
  diskAlmostFull: {
    what: 'Less than 10 % of a disk is free',
    toDo: 'Enlarge the disk of DATA_DIR or free space on it, before writes are refused.',
  },
  processBusy: {
    what: 'A process has more to do than it can',
    toDo: 'Start another process with the role api, or separate the roles api and worker. If requests wait for connections, look for slow statements.',
  },
  outage: {
    what: 'Something fails and is retried',
    toDo: 'The log of the process has the reason, in a line with the same words. It is reported here until it works again.',
  },
  jobsLate: {
    what: 'A background job has waited for more than 15 minutes',
    toDo: 'Check that a worker is running and is not busy with long jobs. Start another one if necessary.',
  },
  jobsFailed: {
    what: 'Background jobs have failed for good',
    toDo: 'Open “Background jobs”, read the error and retry the job.',
  },
  deliveriesLate: {
    what: 'A delivery has waited for more than 30 minutes',
    toDo: 'Open “Connectors and webhooks” and look at the last responses of the receiver.',
  },
  receiverSuspended: {
    what: 'A receiver is suspended after a day of failures',
    toDo: 'Repair the receiver, then resume it under “Connectors and webhooks”.',
  },
  backupOld: {
    what: 'There is no backup of the last two days',
    toDo: 'Look at the state of the backups below and at the log. Check the folder of the backups and its free space.',
  },
  backupFailed: {
    what: 'The last backup failed',
    toDo: 'The error is below, with the state of the backups.',
  },
  requestsFailed: {
    what: 'Requests of your tenant failed within the last hour',
    toDo: 'The list below has their request IDs. Search for them in the log of the process.',
  },
};

const nl: Texts = {
  noWorker: {
    what: 'Geen enkel proces doet achtergrondwerk',
    toDo: 'Leveringen, mails, optimalisatie en nachtelijk werk wachten. Start een proces met ROLES=worker of ROLES=api,worker.',
  },
  processGone: {
    what: 'Een proces reageert niet meer',
    toDo: 'Het is afgebroken, of zijn machine of netwerk ligt uit. Bekijk het einde van zijn log en start het opnieuw. Een verwijderd proces verdwijnt na een dag uit de lijst.',
  },
  mixedVersions: {
    what: 'Er draaien processen van verschillende versies',
    toDo: 'Gebruikelijk tijdens een upgrade. Rond die af, of ga terug naar één versie.',
  },
  databaseReadOnly: {
    what: 'De database is alleen-lezen',
    toDo: 'Er kan niets worden opgeslagen. Laat DATABASE_URL naar de primaire server wijzen, of beëindig de alleen-lezenmodus.',
  },
  databaseDiskFull: {
    what: 'De schijf van de database is vol',
    toDo: 'Er kan niets worden opgeslagen. Maak ruimte vrij of vergroot de schijf; herstarten is niet nodig.',
  },
  databaseConnections: {
    what: 'De database heeft bijna geen vrije verbindingen',
    toDo: 'Verhoog max_connections van PostgreSQL, of verlaag DATABASE_CONNECTIONS van de processen.',
  },
  diskAlmostFull: {
    what: 'Minder dan 10 % van een schijf is vrij',
    toDo: 'Vergroot de schijf van DATA_DIR of maak ruimte vrij, voordat er niets meer kan worden opgeslagen.',
  },
  processBusy: {
    what: 'Een proces heeft meer te doen dan het aankan',
    toDo: 'Start nog een proces met de rol api, of scheid de rollen api en worker. Wachten verzoeken op verbindingen, zoek dan trage opdrachten in de database.',
  },
  outage: {
    what: 'Iets mislukt en wordt opnieuw geprobeerd',
    toDo: 'De reden staat in de log van het proces, in een regel met dezelfde woorden. De melding blijft hier tot het weer werkt.',
  },
  jobsLate: {
    what: 'Een achtergrondtaak wacht al meer dan 15 minuten',
    toDo: 'Controleer of een worker actief is en niet bezig is met lange achtergrondtaken. Start er zo nodig nog een.',
  },
  jobsFailed: {
    what: 'Achtergrondtaken zijn definitief mislukt',
    toDo: 'Open “Achtergrondtaken”, lees de fout en probeer de achtergrondtaak opnieuw.',
  },
  deliveriesLate: {
    what: 'Een levering wacht al meer dan 30 minuten',
    toDo: 'Open “Connectoren en webhooks” en bekijk de laatste antwoorden van de ontvanger.',
  },
  receiverSuspended: {
    what: 'Een ontvanger is opgeschort na een dag van mislukkingen',
    toDo: 'Herstel de ontvanger en hervat hem onder “Connectoren en webhooks”.',
  },
  backupOld: {
    what: 'Er is geen back-up van de laatste twee dagen',
    toDo: 'Bekijk hieronder de toestand van de back-ups, en de log. Controleer de map van de back-ups en de vrije ruimte.',
  },
  backupFailed: {
    what: 'De laatste back-up is mislukt',
    toDo: 'De fout staat hieronder, bij de toestand van de back-ups.',
  },
  requestsFailed: {
    what: 'Verzoeken van uw omgeving zijn het laatste uur mislukt',
    toDo: 'De lijst hieronder bevat de verzoek-ID’s. Zoek ernaar in de log van het proces.',
  },
};

const de: Texts = {
  noWorker: {
    what: 'Kein Prozess erledigt Hintergrundarbeit',
    toDo: 'Zustellungen, Mails, Optimierung und nächtliche Arbeit warten. Starten Sie einen Prozess mit ROLES=worker oder ROLES=api,worker.',
  },
  processGone: {
    what: 'Ein Prozess antwortet nicht mehr',
    toDo: 'Er wurde abgebrochen, oder seine Maschine oder das Netz ist ausgefallen. Lesen Sie das Ende seines Protokolls und starten Sie ihn neu. Ein entfernter Prozess verschwindet nach einem Tag aus der Liste.',
  },
  mixedVersions: {
    what: 'Prozesse verschiedener Versionen laufen',
    toDo: 'Während einer Aktualisierung üblich. Schließen Sie sie ab, oder kehren Sie zu einer Version zurück.',
  },
  databaseReadOnly: {
    what: 'Die Datenbank ist schreibgeschützt',
    toDo: 'Nichts kann gespeichert werden. Lassen Sie DATABASE_URL auf den primären Server zeigen, oder beenden Sie den Schreibschutz.',
  },
  databaseDiskFull: {
    what: 'Der Datenträger der Datenbank ist voll',
    toDo: 'Nichts kann gespeichert werden. Schaffen Sie Platz oder vergrößern Sie den Datenträger; ein Neustart ist nicht nötig.',
  },
  databaseConnections: {
    what: 'Die Datenbank hat kaum noch freie Verbindungen',
    toDo: 'Erhöhen Sie max_connections von PostgreSQL, oder senken Sie DATABASE_CONNECTIONS der Prozesse.',
  },
  diskAlmostFull: {
    what: 'Weniger als 10 % eines Datenträgers sind frei',
    toDo: 'Vergrößern Sie den Datenträger von DATA_DIR oder schaffen Sie Platz, bevor nichts mehr gespeichert werden kann.',
  },
  processBusy: {
    what: 'Ein Prozess hat mehr zu tun, als er schafft',
    toDo: 'Starten Sie einen weiteren Prozess mit der Rolle api, oder trennen Sie die Rollen api und worker. Warten Anfragen auf Verbindungen, suchen Sie langsame Anweisungen in der Datenbank.',
  },
  outage: {
    what: 'Etwas schlägt fehl und wird wiederholt',
    toDo: 'Der Grund steht im Protokoll des Prozesses, in einer Zeile mit denselben Wörtern. Die Meldung bleibt hier, bis es wieder funktioniert.',
  },
  jobsLate: {
    what: 'Ein Hintergrundjob wartet seit mehr als 15 Minuten',
    toDo: 'Prüfen Sie, ob ein Worker läuft und nicht mit langen Jobs beschäftigt ist. Starten Sie bei Bedarf einen weiteren.',
  },
  jobsFailed: {
    what: 'Hintergrundjobs sind endgültig fehlgeschlagen',
    toDo: 'Öffnen Sie „Hintergrundjobs“, lesen Sie den Fehler und wiederholen Sie den Job.',
  },
  deliveriesLate: {
    what: 'Eine Zustellung wartet seit mehr als 30 Minuten',
    toDo: 'Öffnen Sie „Konnektoren und Webhooks“ und sehen Sie sich die letzten Antworten des Empfängers an.',
  },
  receiverSuspended: {
    what: 'Ein Empfänger ist nach einem Tag mit Fehlern ausgesetzt',
    toDo: 'Reparieren Sie den Empfänger und setzen Sie ihn unter „Konnektoren und Webhooks“ fort.',
  },
  backupOld: {
    what: 'Es gibt keine Sicherung der letzten zwei Tage',
    toDo: 'Sehen Sie unten den Zustand der Sicherungen und das Protokoll an. Prüfen Sie den Ordner der Sicherungen und den freien Platz.',
  },
  backupFailed: {
    what: 'Die letzte Sicherung ist fehlgeschlagen',
    toDo: 'Der Fehler steht unten beim Zustand der Sicherungen.',
  },
  requestsFailed: {
    what: 'Anfragen Ihres Mandanten sind in der letzten Stunde fehlgeschlagen',
    toDo: 'Die Liste unten enthält ihre Anfrage-IDs. Suchen Sie danach im Protokoll des Prozesses.',
  },
};

const fr: Texts = {
  noWorker: {
    what: 'Aucun processus ne fait le travail en arrière-plan',
    toDo: 'Livraisons, e-mails, optimisation et travaux de nuit attendent. Démarrez un processus avec ROLES=worker ou ROLES=api,worker.',
  },
  processGone: {
    what: 'Un processus ne répond plus',
    toDo: 'Il a été interrompu, ou sa machine ou son réseau est en panne. Lisez la fin de son journal et redémarrez-le. Un processus supprimé disparaît de la liste après un jour.',
  },
  mixedVersions: {
    what: 'Des processus de versions différentes sont en marche',
    toDo: 'Normal pendant une mise à niveau. Terminez-la, ou revenez à une seule version.',
  },
  databaseReadOnly: {
    what: 'La base de données est en lecture seule',
    toDo: 'Rien ne peut être enregistré. Faites pointer DATABASE_URL vers le serveur primaire, ou mettez fin à la lecture seule.',
  },
  databaseDiskFull: {
    what: 'Le disque de la base de données est plein',
    toDo: 'Rien ne peut être enregistré. Libérez de la place ou agrandissez le disque ; un redémarrage n’est pas nécessaire.',
  },
  databaseConnections: {
    what: 'La base de données n’a presque plus de connexions libres',
    toDo: 'Augmentez max_connections de PostgreSQL, ou réduisez DATABASE_CONNECTIONS des processus.',
  },
  diskAlmostFull: {
    what: 'Moins de 10 % d’un disque est libre',
    toDo: 'Agrandissez le disque de DATA_DIR ou libérez de la place, avant que plus rien ne puisse être enregistré.',
  },
  processBusy: {
    what: 'Un processus a plus à faire qu’il ne peut',
    toDo: 'Démarrez un autre processus avec le rôle api, ou séparez les rôles api et worker. Si des requêtes attendent une connexion, cherchez les instructions lentes dans la base de données.',
  },
  outage: {
    what: 'Quelque chose échoue et est réessayé',
    toDo: 'La raison est dans le journal du processus, dans une ligne avec les mêmes mots. Le message reste ici jusqu’à ce que cela fonctionne.',
  },
  jobsLate: {
    what: 'Un travail en arrière-plan attend depuis plus de 15 minutes',
    toDo: 'Vérifiez qu’un worker est en marche et n’est pas occupé par de longs travaux. Démarrez-en un autre si nécessaire.',
  },
  jobsFailed: {
    what: 'Des travaux en arrière-plan ont échoué définitivement',
    toDo: 'Ouvrez « Travaux en arrière-plan », lisez l’erreur et réessayez le travail.',
  },
  deliveriesLate: {
    what: 'Une livraison attend depuis plus de 30 minutes',
    toDo: 'Ouvrez « Connecteurs et webhooks » et regardez les dernières réponses du destinataire.',
  },
  receiverSuspended: {
    what: 'Un destinataire est suspendu après un jour d’échecs',
    toDo: 'Réparez le destinataire, puis reprenez-le sous « Connecteurs et webhooks ».',
  },
  backupOld: {
    what: 'Aucune sauvegarde des deux derniers jours',
    toDo: 'Regardez l’état des sauvegardes ci-dessous et le journal. Vérifiez le dossier des sauvegardes et sa place libre.',
  },
  backupFailed: {
    what: 'La dernière sauvegarde a échoué',
    toDo: 'L’erreur est ci-dessous, avec l’état des sauvegardes.',
  },
  requestsFailed: {
    what: 'Des requêtes de votre espace ont échoué dans la dernière heure',
    toDo: 'La liste ci-dessous contient leurs ID. Cherchez-les dans le journal du processus.',
  },
};

/** What each problem means, and what to do. */
export const useProblemTexts = areaTexts({ en, nl, de, fr });

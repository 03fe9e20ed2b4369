import { areaTexts } from '../i18n/area-texts.ts';
import type { Step } from './step.tsx';
import { withStepTexts } from './with-step-texts.ts';

const steps = withStepTexts([
  { welcome: true },
  { samples: true },
  { api: true },
  { line: "curl -s '$ADDRESS/changes?after=0&wait=25' -H 'X-API-KEY: …'" },
  { api: true },
  { pages: ['/administration'], api: true },
]);

export const useIntegratorSteps = areaTexts<readonly Step[]>({
  en: steps([
    [
      'Create an API key',
      'Give each system its own key with the scopes it needs. An ERP that sends orders needs import only. The key is shown once.',
    ],
    [
      'Send resources, orders and tasks',
      'A batch holds any number of calls and is stored completely or not at all. Sending it again changes nothing.',
    ],
    ['Test with a dry run', 'Add ?dryRun=true to a write. The response reports what would change, including the plan.'],
    [
      'Read changes back',
      'Every write is in one change log with gapless numbers. Request the changes after the last number you have read; the request waits until there are some.',
    ],
    [
      'Receive changes',
      'Connectors and webhooks receive signed deliveries in order. The service retries failed deliveries.',
    ],
    [
      'Troubleshoot errors',
      'An error has a code and a message that says what to do. Every response has an X-Request-Id that is also in the log.',
    ],
  ]),
  nl: steps([
    [
      'Maak een API-sleutel',
      'Elk systeem krijgt een eigen sleutel met de rechten die het nodig heeft; import volstaat voor een ERP dat opdrachten stuurt. De sleutel wordt één keer getoond.',
    ],
    [
      'Stuur resources, opdrachten en taken',
      'Een batch bevat zoveel aanroepen als u wilt en wordt in zijn geheel bewaard of helemaal niet. Nog eens gestuurd verandert hij niets.',
    ],
    [
      'Probeer het zonder te bewaren',
      'Zet ?dryRun=true achter een schrijfactie: het antwoord zegt wat er zou zijn gebeurd, ook met de planning.',
    ],
    [
      'Lees terug wat planners deden',
      'Elke wijziging staat in één logboek met doorlopende nummers. Vraag wat na het laatst geziene nummer kwam; het verzoek wacht tot er iets is.',
    ],
    [
      'Laat u verwittigen',
      'Connectoren en webhooks krijgen ondertekende berichten, op volgorde, en opnieuw tot ze aanvaard zijn.',
    ],
    [
      'Zoek uit wat misging',
      'Een weigering heeft een code en een zin die zegt wat te doen. Elk antwoord heeft een X-Request-Id die het logboek kent.',
    ],
  ]),
  de: steps([
    [
      'Einen API-Schlüssel anlegen',
      'Jedes System bekommt einen eigenen Schlüssel mit den Rechten, die es braucht; import genügt für ein ERP, das Aufträge sendet. Der Schlüssel wird nur einmal gezeigt.',
    ],
    [
      'Ressourcen, Aufträge und Aufgaben senden',
      'Ein Paket enthält beliebig viele Aufrufe und wird ganz gespeichert oder gar nicht. Noch einmal gesendet, ändert es nichts.',
    ],
    ['Ausprobieren, ohne zu speichern', 'Mit ?dryRun=true sagt die Antwort, was geschehen wäre, auch mit dem Plan.'],
    [
      'Zurücklesen, was geplant wurde',
      'Jede Änderung steht in einem Protokoll mit lückenlosen Nummern. Fragen Sie nach allem, was nach der zuletzt gesehenen Nummer kam; die Anfrage wartet, bis es etwas gibt.',
    ],
    [
      'Sich benachrichtigen lassen',
      'Konnektoren und Webhooks erhalten signierte Nachrichten, der Reihe nach und so oft, bis sie angenommen sind.',
    ],
    [
      'Nachsehen, was schiefging',
      'Eine Ablehnung trägt einen Code und einen Satz, der sagt, was zu tun ist. Jede Antwort hat eine X-Request-Id, die das Protokoll kennt.',
    ],
  ]),
  fr: steps([
    [
      'Créez une clé API',
      'Chaque système reçoit sa propre clé, avec les droits dont il a besoin ; import suffit à un ERP qui envoie des commandes. La clé n’est affichée qu’une fois.',
    ],
    [
      'Envoyez ressources, commandes et tâches',
      'Un lot contient autant d’appels que vous voulez ; il est enregistré en entier ou pas du tout. Renvoyé, il ne change rien.',
    ],
    [
      'Essayez sans enregistrer',
      'Ajoutez ?dryRun=true : la réponse dit ce qui se serait passé, y compris dans le planning.',
    ],
    [
      'Relisez ce que les planificateurs ont fait',
      'Chaque écriture figure dans un journal aux numéros sans trou. Demandez ce qui suit le dernier numéro vu ; la requête attend qu’il y ait du nouveau.',
    ],
    [
      'Faites-vous prévenir',
      'Connecteurs et webhooks reçoivent des envois signés, dans l’ordre, et répétés jusqu’à leur acceptation.',
    ],
    [
      'Cherchez ce qui n’a pas marché',
      'Un refus porte un code et une phrase qui dit quoi faire. Chaque réponse a un X-Request-Id que le journal connaît.',
    ],
  ]),
});

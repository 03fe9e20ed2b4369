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
      'Give each system its own key with the scopes it needs. An ERP that sends jobs needs import only. The key is shown once.',
    ],
    [
      'Send resources, jobs and tasks',
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
      'Geef elk systeem een eigen sleutel met de rechten die het nodig heeft. Een ERP dat opdrachten stuurt, heeft alleen import nodig. De sleutel wordt één keer getoond.',
    ],
    [
      'Stuur resources, opdrachten en taken',
      'Een batch bevat een willekeurig aantal aanroepen en wordt volledig of helemaal niet opgeslagen. Dezelfde batch nogmaals sturen wijzigt niets.',
    ],
    [
      'Test met een dry run',
      'Voeg ?dryRun=true toe aan een schrijfverzoek. Het antwoord meldt wat er zou veranderen, ook in de planning.',
    ],
    [
      'Lees wijzigingen terug',
      'Alle wijzigingen staan in één logboek met doorlopende nummers. Vraag de wijzigingen na het laatst gelezen nummer op; het verzoek wacht tot er nieuwe zijn.',
    ],
    [
      'Ontvang wijzigingen',
      'Connectoren en webhooks ontvangen ondertekende leveringen, op volgorde. De dienst probeert mislukte leveringen opnieuw.',
    ],
    [
      'Los fouten op',
      'Een fout heeft een code en een bericht dat zegt wat u moet doen. Elk antwoord heeft een X-Request-Id, die ook in het logboek staat.',
    ],
  ]),
  de: steps([
    [
      'Einen API-Schlüssel anlegen',
      'Geben Sie jedem System einen eigenen Schlüssel mit den nötigen Rechten. Ein ERP, das Aufträge sendet, braucht nur import. Der Schlüssel wird nur einmal angezeigt.',
    ],
    [
      'Ressourcen, Aufträge und Aufgaben senden',
      'Ein Batch enthält beliebig viele Aufrufe und wird vollständig oder gar nicht gespeichert. Erneutes Senden ändert nichts.',
    ],
    [
      'Mit einem Probelauf testen',
      'Hängen Sie ?dryRun=true an eine Schreibanfrage an. Die Antwort meldet, was sich ändern würde, auch im Plan.',
    ],
    [
      'Änderungen zurücklesen',
      'Alle Änderungen stehen in einem Protokoll mit lückenlosen Nummern. Fragen Sie die Änderungen nach der zuletzt gelesenen Nummer ab; die Anfrage wartet, bis es neue gibt.',
    ],
    [
      'Änderungen empfangen',
      'Konnektoren und Webhooks erhalten signierte Zustellungen in der richtigen Reihenfolge. Der Dienst wiederholt fehlgeschlagene Zustellungen.',
    ],
    [
      'Fehler beheben',
      'Ein Fehler hat einen Code und eine Meldung, die sagt, was zu tun ist. Jede Antwort hat eine X-Request-Id, die auch im Protokoll steht.',
    ],
  ]),
  fr: steps([
    [
      'Créez une clé API',
      'Donnez à chaque système sa propre clé avec les droits nécessaires. Un ERP qui envoie des commandes n’a besoin que d’import. La clé n’est affichée qu’une fois.',
    ],
    [
      'Envoyez des ressources, des commandes et des tâches',
      'Un lot contient autant d’appels que vous voulez ; il est enregistré en entier ou pas du tout. Le renvoyer ne change rien.',
    ],
    [
      'Testez avec une simulation',
      'Ajoutez ?dryRun=true à une requête d’écriture. La réponse indique ce qui changerait, y compris dans le planning.',
    ],
    [
      'Relisez les changements',
      'Tous les changements figurent dans un journal aux numéros continus. Demandez les changements qui suivent le dernier numéro lu ; la requête attend qu’il y en ait.',
    ],
    [
      'Recevez les changements',
      'Les connecteurs et les webhooks reçoivent des livraisons signées, dans l’ordre. Le service retente les livraisons échouées.',
    ],
    [
      'Résolvez les erreurs',
      'Une erreur a un code et un message qui indique quoi faire. Chaque réponse porte un X-Request-Id qui figure aussi dans le journal.',
    ],
  ]),
});

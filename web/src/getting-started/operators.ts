import { areaTexts } from '../i18n/area-texts.ts';
import type { Step } from './step.tsx';
import { withStepTexts } from './with-step-texts.ts';

const steps = withStepTexts([
  { line: 'npm ci && npm start' },
  { line: 'npm run openslot -- user create main anna@example.com --roles planner --password …' },
  { line: 'HOST=0.0.0.0 TRUST_PROXY=1 npm start' },
  {},
  { line: 'curl -s $ADDRESS/health/ready' },
  { api: true, pages: ['/administration'] },
]);

export const useOperatorSteps = areaTexts<readonly Step[]>({
  en: steps([
    [
      'Start the service',
      'It needs Node 20 only: a database is included and stored in ./data. Set DATABASE_URL to use your own PostgreSQL.',
    ],
    [
      'Add users',
      'Users have roles: admin, planner, timekeeper, viewer. Run the commands while the service is stopped.',
    ],
    [
      'Set up TLS',
      'By default the service listens on localhost only. Behind a proxy that terminates TLS, set the host and trust the proxy.',
    ],
    [
      'Back up',
      'Stop the service and copy all of ./data, including its secrets; or back up your own PostgreSQL and store the secrets with it.',
    ],
    [
      'Monitor',
      'Two endpoints report liveness and readiness. The log is JSON, one line per event, with the request id.',
    ],
    [
      'Check background jobs',
      'Mail, setup packages and optimization runs are jobs. GET /jobs?status=failed lists failed jobs.',
    ],
  ]),
  nl: steps([
    [
      'Start het',
      'Node 20 volstaat: de database komt mee en staat in ./data. Met DATABASE_URL gebruikt u een eigen PostgreSQL.',
    ],
    [
      'Laat mensen binnen',
      'Gebruikers hebben rollen: admin, planner, timekeeper, viewer. De opdrachten werken op de database zelf, terwijl de dienst stilstaat.',
    ],
    [
      'Zet het achter TLS',
      'Het luistert alleen op deze machine. Achter een proxy die TLS afhandelt, laat u het ook voor anderen luisteren en de proxy geloven.',
    ],
    [
      'Maak een back-up',
      'Stop de dienst en kopieer ./data in zijn geheel, met de geheimen; of maak een back-up van uw eigen PostgreSQL en bewaar de geheimen erbij.',
    ],
    [
      'Hou het in het oog',
      'Twee adressen zeggen of het leeft en of het klaar is. Het logboek is JSON, één regel per gebeurtenis, met het nummer van het verzoek.',
    ],
    [
      'Bekijk het achtergrondwerk',
      'Mails, setuppakketten en optimalisaties zijn jobs: GET /jobs?status=failed toont wat is opgegeven.',
    ],
  ]),
  de: steps([
    [
      'Starten',
      'Node 20 genügt: die Datenbank kommt mit und liegt in ./data. Mit DATABASE_URL verwenden Sie ein eigenes PostgreSQL.',
    ],
    [
      'Menschen hereinlassen',
      'Benutzer haben Rollen: admin, planner, timekeeper, viewer. Die Befehle arbeiten auf der Datenbank selbst, während der Dienst steht.',
    ],
    [
      'Hinter TLS stellen',
      'Der Dienst hört nur auf dieser Maschine. Hinter einem Proxy, der TLS beendet, lassen Sie ihn für andere hören und dem Proxy glauben.',
    ],
    [
      'Sichern',
      'Stoppen Sie den Dienst und kopieren Sie ./data als Ganzes, samt den Geheimnissen; oder sichern Sie Ihr eigenes PostgreSQL und bewahren Sie die Geheimnisse daneben auf.',
    ],
    [
      'Beobachten',
      'Zwei Adressen sagen, ob er lebt und ob er bereit ist. Das Protokoll ist JSON, eine Zeile je Ereignis, mit der Nummer der Anfrage.',
    ],
    [
      'Die Hintergrundarbeit ansehen',
      'Mails, Einrichtungspakete und Optimierungen sind Jobs: GET /jobs?status=failed zeigt, was aufgegeben wurde.',
    ],
  ]),
  fr: steps([
    [
      'Démarrez-le',
      'Node 20 suffit : la base de données vient avec et se trouve dans ./data. DATABASE_URL désigne votre propre PostgreSQL.',
    ],
    [
      'Faites entrer les gens',
      'Les utilisateurs ont des rôles : admin, planner, timekeeper, viewer. Les commandes travaillent sur la base elle-même, service arrêté.',
    ],
    [
      'Placez-le derrière TLS',
      'Il n’écoute que sur cette machine. Derrière un proxy qui termine TLS, faites-le écouter pour les autres et croire le proxy.',
    ],
    [
      'Sauvegardez-le',
      'Arrêtez le service et copiez ./data en entier, avec ses secrets ; ou sauvegardez votre PostgreSQL et gardez les secrets à côté.',
    ],
    [
      'Surveillez-le',
      'Deux adresses disent s’il vit et s’il est prêt. Le journal est en JSON, une ligne par événement, avec le numéro de la requête.',
    ],
    [
      'Regardez le travail de fond',
      'Courriels, paquets de configuration et optimisations sont des tâches : GET /jobs?status=failed montre ce qui a été abandonné.',
    ],
  ]),
});

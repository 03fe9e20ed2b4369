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
      'Users have roles: admin, planner, teamLead, worker, viewer, integrator, or your own. Run the commands while the service is stopped.',
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
      'Start de dienst',
      'Alleen Node 20 is nodig: een database is inbegrepen en staat in ./data. Stel DATABASE_URL in om uw eigen PostgreSQL te gebruiken.',
    ],
    [
      'Voeg gebruikers toe',
      'Gebruikers hebben rollen: admin, planner, teamLead, worker, viewer, integrator, of eigen rollen. Voer de opdrachtregels uit terwijl de dienst gestopt is.',
    ],
    [
      'Stel TLS in',
      'Standaard luistert de dienst alleen op localhost. Stel achter een proxy die TLS afhandelt de host in en vertrouw de proxy.',
    ],
    [
      'Maak een back-up',
      'Stop de dienst en kopieer ./data volledig, met de geheimen. Of maak een back-up van uw eigen PostgreSQL en bewaar de geheimen erbij.',
    ],
    [
      'Bewaak de dienst',
      'Twee adressen melden of de dienst draait en of hij klaar is. Het logboek is JSON, één regel per gebeurtenis, met het id van het verzoek.',
    ],
    [
      'Controleer achtergrondtaken',
      'Mails, inrichtingspakketten en optimalisaties zijn achtergrondtaken. GET /jobs?status=failed toont de mislukte.',
    ],
  ]),
  de: steps([
    [
      'Den Dienst starten',
      'Nur Node 20 ist nötig: Eine Datenbank ist enthalten und liegt in ./data. Setzen Sie DATABASE_URL, um Ihr eigenes PostgreSQL zu verwenden.',
    ],
    [
      'Benutzer anlegen',
      'Benutzer haben Rollen: admin, planner, teamLead, worker, viewer, integrator oder eigene. Führen Sie die Befehle aus, während der Dienst gestoppt ist.',
    ],
    [
      'TLS einrichten',
      'Standardmäßig ist der Dienst nur auf localhost erreichbar. Setzen Sie hinter einem Proxy, der TLS terminiert, den Host, und vertrauen Sie dem Proxy.',
    ],
    [
      'Sichern',
      'Stoppen Sie den Dienst, und kopieren Sie ./data vollständig, einschließlich der Geheimnisse. Oder sichern Sie Ihr eigenes PostgreSQL, und bewahren Sie die Geheimnisse dabei auf.',
    ],
    [
      'Überwachen',
      'Zwei Endpunkte melden, ob der Dienst läuft und ob er bereit ist. Das Protokoll ist JSON, eine Zeile je Ereignis, mit der ID der Anfrage.',
    ],
    [
      'Hintergrundjobs prüfen',
      'Mails, Einrichtungspakete und Optimierungen sind Hintergrundjobs. GET /jobs?status=failed listet die fehlgeschlagenen auf.',
    ],
  ]),
  fr: steps([
    [
      'Démarrez le service',
      'Seul Node 20 est nécessaire : une base de données est incluse et se trouve dans ./data. Définissez DATABASE_URL pour utiliser votre propre PostgreSQL.',
    ],
    [
      'Ajoutez des utilisateurs',
      'Les utilisateurs ont des rôles : admin, planner, teamLead, worker, viewer, integrator, ou les vôtres. Exécutez les commandes lorsque le service est arrêté.',
    ],
    [
      'Configurez TLS',
      'Par défaut, le service n’écoute que sur localhost. Derrière un proxy qui termine TLS, définissez l’hôte et faites confiance au proxy.',
    ],
    [
      'Sauvegardez',
      'Arrêtez le service et copiez ./data en entier, secrets compris. Ou sauvegardez votre propre PostgreSQL et conservez les secrets avec la sauvegarde.',
    ],
    [
      'Surveillez',
      'Deux adresses indiquent si le service fonctionne et s’il est prêt. Le journal est en JSON, une ligne par événement, avec l’identifiant de la requête.',
    ],
    [
      'Vérifiez les travaux en arrière-plan',
      'Les e-mails, les paquets de configuration et les optimisations sont des travaux en arrière-plan. GET /jobs?status=failed liste ceux qui ont échoué.',
    ],
  ]),
});

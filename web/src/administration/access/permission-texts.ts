import { areaTexts } from '../../i18n/area-texts.ts';
import type { Permission } from '../../session/permission.ts';

/** Permissions by area, in the order of the roles editor. */
export const areas = {
  plan: ['records.read', 'plan.write', 'publish'],
  data: ['records.import', 'imports.manage'],
  time: ['time.own', 'time.approve', 'time.connector'],
  people: ['users.manage', 'roles.manage', 'keys.manage', 'audit.read'],
  settings: ['settings.manage', 'connectors.manage', 'setup.apply'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type Area = keyof typeof areas;

interface PermissionTexts {
  readonly areas: Readonly<Record<Area, string>>;
  readonly may: Readonly<Record<Permission, string>>;
  /** Built-in roles: name and explanation. */
  readonly roles: Readonly<Record<string, readonly [name: string, may: string]>>;
}

const en: PermissionTexts = {
  areas: { plan: 'Plan', data: 'Data', time: 'Time', people: 'People and access', settings: 'Settings' },
  may: {
    'records.read': 'See jobs, tasks, resources, appointments and calendars, the board and the map.',
    'records.import': 'Import and change master data, such as categories and calendars.',
    'plan.write': 'Plan: create, move and delete appointments, hold slots, optimize.',
    publish: 'Publish the plan as calendar feeds.',
    'time.own': 'Register the time of one’s own resource, request absences.',
    'time.approve': 'See, correct and approve the time of everybody, decide on absences.',
    'time.connector': 'Read and write registered time for a back office.',
    'users.manage': 'Create, invite, change and delete users; set their roles and data filters.',
    'roles.manage': 'Create, change and delete roles.',
    'keys.manage': 'Create and revoke API keys.',
    'connectors.manage': 'Set up connectors and webhooks; see and repeat deliveries.',
    'setup.apply': 'Apply and export setup packages.',
    'settings.manage': 'Change modules, settings and saved views; see and repeat background jobs; load the demo.',
    'imports.manage': 'See the import log and the parts that wait for their record.',
    'audit.read': 'See the audit of sign-ins and of changes.',
  },
  roles: {
    viewer: ['Viewer', 'Sees the plan and changes nothing. Also what somebody without a role may do.'],
    worker: ['Worker', 'Sees the plan and registers their own time.'],
    planner: ['Planner', 'Plans appointments, finds slots, optimizes, and approves time.'],
    teamLead: ['Team lead', 'Sees the plan, and corrects and approves the time of others.'],
    admin: ['Administrator', 'May do everything, also on these pages: users, keys, imports, settings.'],
    integrator: ['Integrator', 'Connects other systems: imports, keys, connectors and setup packages.'],
  },
};

export const usePermissionTexts = areaTexts<PermissionTexts>({
  en,
  nl: {
    areas: {
      plan: 'Planning',
      data: 'Gegevens',
      time: 'Tijd',
      people: 'Personen en toegang',
      settings: 'Instellingen',
    },
    may: {
      'records.read': 'Opdrachten, taken, resources, afspraken en kalenders zien, het bord en de kaart.',
      'records.import': 'Stamgegevens importeren en wijzigen, zoals categorieën en kalenders.',
      'plan.write': 'Plannen: afspraken maken, verplaatsen en verwijderen, tijdsloten vasthouden, optimaliseren.',
      publish: 'De planning publiceren als agendafeed.',
      'time.own': 'Tijd van de eigen resource registreren, afwezigheid aanvragen.',
      'time.approve': 'Tijd van iedereen zien, corrigeren en goedkeuren, afwezigheid beoordelen.',
      'time.connector': 'Geregistreerde tijd lezen en schrijven voor een backoffice.',
      'users.manage': 'Gebruikers maken, uitnodigen, wijzigen en verwijderen; hun rollen en gegevensfilters instellen.',
      'roles.manage': 'Rollen maken, wijzigen en verwijderen.',
      'keys.manage': 'API-sleutels maken en intrekken.',
      'connectors.manage': 'Connectoren en webhooks inrichten; leveringen zien en herhalen.',
      'setup.apply': 'Inrichtingspakketten toepassen en exporteren.',
      'settings.manage':
        'Modules, instellingen en opgeslagen weergaven wijzigen; achtergrondtaken zien en herhalen; de demo laden.',
      'imports.manage': 'Het importlog zien en de delen die op hun record wachten.',
      'audit.read': 'De audit van aanmeldingen en wijzigingen zien.',
    },
    roles: {
      viewer: ['Lezer', 'Ziet de planning en wijzigt niets. Dat mag ook wie geen rol heeft.'],
      worker: ['Medewerker', 'Ziet de planning en registreert de eigen tijd.'],
      planner: ['Planner', 'Plant afspraken, zoekt tijdsloten, optimaliseert en keurt tijd goed.'],
      teamLead: ['Teamleider', 'Ziet de planning en corrigeert en keurt de tijd van anderen goed.'],
      admin: ['Beheerder', 'Mag alles, ook op deze pagina’s: gebruikers, sleutels, imports, instellingen.'],
      integrator: ['Integrator', 'Koppelt andere systemen: imports, sleutels, connectoren en inrichtingspakketten.'],
    },
  },
  de: {
    areas: { plan: 'Plan', data: 'Daten', time: 'Zeit', people: 'Personen und Zugang', settings: 'Einstellungen' },
    may: {
      'records.read': 'Aufträge, Aufgaben, Ressourcen, Termine und Kalender sehen, die Plantafel und die Karte.',
      'records.import': 'Stammdaten importieren und ändern, zum Beispiel Kategorien und Kalender.',
      'plan.write': 'Planen: Termine anlegen, verschieben und löschen, Zeitfenster reservieren, optimieren.',
      publish: 'Den Plan als Kalenderfeed veröffentlichen.',
      'time.own': 'Die Zeit der eigenen Ressource erfassen, Abwesenheiten beantragen.',
      'time.approve': 'Die Zeit aller sehen, korrigieren und genehmigen, über Abwesenheiten entscheiden.',
      'time.connector': 'Erfasste Zeit für ein Backoffice lesen und schreiben.',
      'users.manage': 'Benutzer anlegen, einladen, ändern und löschen; ihre Rollen und Datenfilter festlegen.',
      'roles.manage': 'Rollen anlegen, ändern und löschen.',
      'keys.manage': 'API-Schlüssel anlegen und widerrufen.',
      'connectors.manage': 'Konnektoren und Webhooks einrichten; Lieferungen sehen und wiederholen.',
      'setup.apply': 'Einrichtungspakete anwenden und exportieren.',
      'settings.manage':
        'Module, Einstellungen und gespeicherte Ansichten ändern; Hintergrundjobs sehen und wiederholen; die Demo laden.',
      'imports.manage': 'Das Importprotokoll sehen und die Teile, die auf ihren Datensatz warten.',
      'audit.read': 'Das Protokoll der Anmeldungen und Änderungen sehen.',
    },
    roles: {
      viewer: ['Leser', 'Sieht den Plan und ändert nichts. Das darf auch, wer keine Rolle hat.'],
      worker: ['Mitarbeiter', 'Sieht den Plan und erfasst die eigene Zeit.'],
      planner: ['Planer', 'Plant Termine, sucht Zeitfenster, optimiert und genehmigt Zeit.'],
      teamLead: ['Teamleiter', 'Sieht den Plan, korrigiert und genehmigt die Zeit anderer.'],
      admin: ['Administrator', 'Darf alles, auch auf diesen Seiten: Benutzer, Schlüssel, Importe, Einstellungen.'],
      integrator: ['Integrator', 'Bindet andere Systeme an: Importe, Schlüssel, Konnektoren und Einrichtungspakete.'],
    },
  },
  fr: {
    areas: { plan: 'Planning', data: 'Données', time: 'Temps', people: 'Personnes et accès', settings: 'Réglages' },
    may: {
      'records.read': 'Voir les affaires, tâches, ressources, rendez-vous et calendriers, le planning et la carte.',
      'records.import': 'Importer et modifier les données de base, comme les catégories et les calendriers.',
      'plan.write': 'Planifier : créer, déplacer et supprimer des rendez-vous, réserver des créneaux, optimiser.',
      publish: 'Publier le planning en flux d’agenda.',
      'time.own': 'Saisir les temps de sa propre ressource, demander des absences.',
      'time.approve': 'Voir, corriger et approuver les temps de tous, décider des absences.',
      'time.connector': 'Lire et écrire les temps saisis pour un back-office.',
      'users.manage':
        'Créer, inviter, modifier et supprimer des utilisateurs ; fixer leurs rôles et filtres de données.',
      'roles.manage': 'Créer, modifier et supprimer des rôles.',
      'keys.manage': 'Créer et révoquer des clés API.',
      'connectors.manage': 'Configurer connecteurs et webhooks ; voir et répéter les envois.',
      'setup.apply': 'Appliquer et exporter des paquets de configuration.',
      'settings.manage':
        'Modifier modules, réglages et vues enregistrées ; voir et relancer les travaux en arrière-plan ; charger la démo.',
      'imports.manage': 'Voir le journal des imports et les parties qui attendent leur enregistrement.',
      'audit.read': 'Voir l’audit des connexions et des modifications.',
    },
    roles: {
      viewer: ['Lecteur', 'Voit le planning sans rien changer. C’est aussi ce que peut une personne sans rôle.'],
      worker: ['Intervenant', 'Voit le planning et saisit ses propres temps.'],
      planner: ['Planificateur', 'Planifie les rendez-vous, cherche des créneaux, optimise et approuve les temps.'],
      teamLead: ['Chef d’équipe', 'Voit le planning, corrige et approuve les temps des autres.'],
      admin: ['Administrateur', 'Peut tout faire, y compris sur ces pages : utilisateurs, clés, imports, réglages.'],
      integrator: ['Intégrateur', 'Relie d’autres systèmes : imports, clés, connecteurs et paquets de configuration.'],
    },
  },
});

/** Other names of built-in roles, which users may still have. */
const ALIASES: Readonly<Record<string, string>> = { administrator: 'admin', timekeeper: 'worker' };
export const canonicalRole = (name: string): string => ALIASES[name] ?? name;

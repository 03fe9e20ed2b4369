/** Names of the integration sections in the navigation. */
export const integrationNames = {
  en: {
    connectors: 'Connectors and webhooks',
    imports: 'Import log',
    fileImport: 'Import a file',
    setup: 'Setup packages',
    jobs: 'Background jobs',
    audit: 'Change log',
    status: 'Status',
  },
  nl: {
    connectors: 'Connectoren en webhooks',
    imports: 'Importlog',
    fileImport: 'Bestand importeren',
    setup: 'Inrichtingspakketten',
    jobs: 'Achtergrondtaken',
    audit: 'Wijzigingslog',
    status: 'Status',
  },
  de: {
    connectors: 'Konnektoren und Webhooks',
    imports: 'Importprotokoll',
    fileImport: 'Datei importieren',
    setup: 'Einrichtungspakete',
    jobs: 'Hintergrundjobs',
    audit: 'Änderungsprotokoll',
    status: 'Status',
  },
  fr: {
    connectors: 'Connecteurs et webhooks',
    imports: 'Journal des imports',
    fileImport: 'Importer un fichier',
    setup: 'Paquets de configuration',
    jobs: 'Travaux en arrière-plan',
    audit: 'Journal des modifications',
    status: 'État',
  },
};

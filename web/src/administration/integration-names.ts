/** Names of the integration sections in the navigation. */
export const integrationNames = {
  en: {
    connectors: 'Connectors and webhooks',
    imports: 'Import log',
    setup: 'Setup packages',
    jobs: 'Background jobs',
    audit: 'Change log',
  },
  nl: {
    connectors: 'Connectoren en webhooks',
    imports: 'Importlog',
    setup: 'Inrichtingspakketten',
    jobs: 'Achtergrondtaken',
    audit: 'Wijzigingslog',
  },
  de: {
    connectors: 'Konnektoren und Webhooks',
    imports: 'Importprotokoll',
    setup: 'Einrichtungspakete',
    jobs: 'Hintergrundjobs',
    audit: 'Änderungsprotokoll',
  },
  fr: {
    connectors: 'Connecteurs et webhooks',
    imports: 'Journal des imports',
    setup: 'Paquets de configuration',
    jobs: 'Travaux en arrière-plan',
    audit: 'Journal des modifications',
  },
};

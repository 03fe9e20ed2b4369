/** Names of the integration sections in the navigation. */
export const integrationNames = {
  en: {
    connectors: 'Connectors and webhooks',
    imports: 'Import log',
    setup: 'Setup packages',
    jobs: 'Background work',
    audit: 'Audit',
  },
  nl: {
    connectors: 'Connectoren en webhooks',
    imports: 'Importlog',
    setup: 'Inrichtingspakketten',
    jobs: 'Achtergrondwerk',
    audit: 'Audit',
  },
  de: {
    connectors: 'Konnektoren und Webhooks',
    imports: 'Importprotokoll',
    setup: 'Einrichtungspakete',
    jobs: 'Hintergrundarbeit',
    audit: 'Änderungsprotokoll',
  },
  fr: {
    connectors: 'Connecteurs et webhooks',
    imports: 'Journal des imports',
    setup: 'Paquets de configuration',
    jobs: 'Travail en arrière-plan',
    audit: 'Audit',
  },
};

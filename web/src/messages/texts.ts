import { areaTexts } from '../i18n/area-texts.ts';

/** What is said about a failure that carries no message of the service. */
export const useFailureTexts = areaTexts({
  en: {
    noConnection: 'No connection to the service.',
    refused: 'The service refused the request.',
    fault: 'The service could not complete the request.',
    unexpected: 'Something went wrong on this page. Reload it and try again.',
    requestId: (id: string) => `Request ID: ${id}`,
  },
  nl: {
    noConnection: 'Geen verbinding met de service.',
    refused: 'De service heeft het verzoek geweigerd.',
    fault: 'De service kon het verzoek niet uitvoeren.',
    unexpected: 'Er is iets misgegaan op deze pagina. Laad de pagina opnieuw en probeer het nog eens.',
    requestId: (id: string) => `Verzoek-ID: ${id}`,
  },
  de: {
    noConnection: 'Keine Verbindung zum Dienst.',
    refused: 'Der Dienst hat die Anfrage abgelehnt.',
    fault: 'Der Dienst konnte die Anfrage nicht ausführen.',
    unexpected: 'Auf dieser Seite ist ein Fehler aufgetreten. Laden Sie sie neu und versuchen Sie es noch einmal.',
    requestId: (id: string) => `Anfrage-ID: ${id}`,
  },
  fr: {
    noConnection: 'Pas de connexion au service.',
    refused: 'Le service a refusé la demande.',
    fault: 'Le service n’a pas pu traiter la demande.',
    unexpected: 'Une erreur s’est produite sur cette page. Rechargez-la et réessayez.',
    requestId: (id: string) => `Identifiant de la demande : ${id}`,
  },
});

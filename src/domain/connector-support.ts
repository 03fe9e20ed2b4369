/** Whether changes can be sent to a connector, decided from what it is stored with. */
export interface ConnectorSettings {
  readonly uri: string;
  /** 0 None, 1 Business Central, 2 NAV, 3 Webhook. */
  readonly type: number;
  /** 0 SOAP, 1 REST. .NET clients send 0 where it is not set. */
  readonly apiType: number;
  readonly authenticationType: number;
}

/** Values of AuthenticationType. Entra ID is OAuth2 with the client's secret in the body, at the address of its directory. */
export const AUTHENTICATION = {
  none: 0,
  basic: 1,
  ntlm: 2,
  windows: 3,
  entra: 4,
  oauthBody: 5,
  oauthHeader: 6,
} as const;

export const unsupportedReasons = [
  'SOAP is not supported',
  'NTLM authentication is not supported',
  'Windows authentication is not supported',
] as const;
type UnsupportedReason = (typeof unsupportedReasons)[number];

const SOAP = 0;
const WEBHOOK = 3;
const BACK_OFFICES: readonly number[] = [1, 2];
/** The addresses that Business Central and NAV give their SOAP services, and their REST and OData services. */
const SOAP_PATH = /\/ws(?:\/|$)/i;
const REST_PATH = /\/(?:api|odata(?:v\d)?)(?:\/|$)/i;

const pathOf = (uri: string): string => uri.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '').replace(/[?#].*$/, '');

/**
 * ApiType alone does not tell, since 0 is also what an unset value is sent as. A webhook is REST. Business Central and NAV have both: there 0
 * means SOAP unless the address is one of their REST services. Any other connector is REST unless its address is a SOAP service.
 */
function isSoap({ uri, type, apiType }: ConnectorSettings): boolean {
  if (apiType !== SOAP || type === WEBHOOK) return false;
  const path = pathOf(uri);
  return SOAP_PATH.test(path) || (BACK_OFFICES.includes(type) && !REST_PATH.test(path));
}

/** Why nothing can be sent to such a connector; null where it can. */
export function unsupportedReason(settings: ConnectorSettings): UnsupportedReason | null {
  if (isSoap(settings)) return 'SOAP is not supported';
  if (settings.authenticationType === AUTHENTICATION.ntlm) return 'NTLM authentication is not supported';
  if (settings.authenticationType === AUTHENTICATION.windows) return 'Windows authentication is not supported';
  return null;
}

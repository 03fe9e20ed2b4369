import type { Schemas } from '../../api/schema.ts';
import type { Connector } from './receivers.ts';

export const SYSTEMS = [0, 1, 2, 3] as const;
/** NTLM and Windows authentication are not supported, and only shown where they are stored. */
const AUTHENTICATIONS: readonly Connector['authenticationType'][] = [0, 1, 4, 5, 6];
export const authenticationsFor = (chosen: Connector['authenticationType']) =>
  AUTHENTICATIONS.includes(chosen) ? AUTHENTICATIONS : [...AUTHENTICATIONS, chosen];
export const CHANGES = ['I', 'U', 'D'] as const;

/** The values of the form. */
export interface ConnectorValues {
  readonly name: string;
  readonly sourceApp: string;
  readonly sourceType: string;
  readonly description: string;
  readonly uri: string;
  readonly type: (typeof SYSTEMS)[number];
  readonly apiType: Connector['apiType'];
  readonly authenticationType: Connector['authenticationType'];
  readonly login: string;
  readonly password: string;
  readonly tokenUri: string;
  readonly oauthScope: string;
  readonly crudTypes: readonly string[];
  readonly enabled: boolean;
}

export const valuesOf = (stored: Connector | undefined): ConnectorValues => ({
  name: stored?.name ?? '',
  sourceApp: stored?.sourceApp ?? '',
  sourceType: stored?.sourceType ?? '',
  description: stored?.description ?? '',
  uri: stored?.uri ?? '',
  type: stored?.type ?? 0,
  apiType: stored?.apiType ?? 1,
  authenticationType: stored?.authenticationType ?? 0,
  login: stored?.login ?? '',
  password: '',
  tokenUri: stored?.tokenUri ?? '',
  oauthScope: stored?.oauthScope ?? '',
  crudTypes: stored?.crudTypes ?? [],
  enabled: stored?.sendAppointmentToWebService ?? true,
});

/** Sends all fields: an empty field clears the stored value, except for the password, which is never shown. */
export function writeOf({ enabled, password, ...values }: ConnectorValues): Schemas['ConnectorWrite'] {
  return {
    ...values,
    sourceType: values.sourceType || null,
    description: values.description || null,
    login: values.login || null,
    tokenUri: values.tokenUri || null,
    oauthScope: values.oauthScope || null,
    sendAppointmentToWebService: enabled,
    ...(password ? { password } : {}),
  };
}

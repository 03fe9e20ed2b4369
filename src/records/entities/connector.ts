import { choice, entity, flag, longText, secret, text, texts } from './kit.ts';

export const connector = entity({
  name: 'Connector',
  table: 'connector',
  route: 'connector',
  group: 'Connector',
  summary: 'Where changes of the plan are sent: the web service of a back office.',
  key: ['sourceApp', 'name'],
  columns: {
    name: text(200),
    description: longText(),
    sourceApp: text(30, { required: true }),
    sourceType: text(10),
    sendAppointmentToWebService: flag({ default: true, note: 'Whether the connector is enabled.' }),
    uri: text(1000, { required: true, param: 'WebServiceAddress' }),
    type: choice(
      { 0: 'None', 1: 'Business Central', 2: 'NAV', 3: 'Webhook' },
      {
        default: 0,
        legacy: { param: 'BackOfficeSystem', values: { 0: 0, 1: 2, 2: 1, 3: 1, 4: 3 } },
        note: 'The older BackOfficeSystem uses 1 NAV, 2 BC, 3 BC OAuth, 4 Webhook.',
      },
    ),
    authenticationType: choice(
      {
        0: 'None',
        1: 'Basic',
        2: 'NTLM',
        3: 'Windows',
        4: 'Entra ID',
        5: 'OAuth2 client credentials in the body',
        6: 'OAuth2 client credentials in a Basic header',
      },
      { default: 0, param: 'AuthType' },
    ),
    apiType: choice(
      { 0: 'SOAP', 1: 'REST' },
      {
        default: 1,
        note: 'SOAP is not supported: such a connector is stored and not delivered to. Webhooks, and connectors whose address is a REST service, do not depend on it.',
      },
    ),
    login: text(50, { note: 'User name, or the client id of OAuth2.' }),
    password: secret(4000, { note: 'Or the client secret of OAuth2.' }),
    tokenUri: text(1000, { note: 'Token endpoint of OAuth2 or Entra ID.' }),
    oauthScope: text(500, { note: 'The scope that is requested with a token.' }),
    crudTypes: texts(10, { note: 'Which changes are sent: I, U, D. All of them when empty.' }),
  },
  writer: 'connector',
  procedures: { upsert: ['mboc_upsertConnector', 'mboc_addConnector'], delete: ['mboc_deleteConnector'] },
  deleteNeeds: 1,
  readPermission: 'connectors.manage',
  writePermissions: ['connectors.manage'],
});

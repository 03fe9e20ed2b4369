import { describe, expect, test } from 'vitest';
import { unsupportedReason } from '../../src/domain/connector-support.ts';

const SOAP = 'SOAP is not supported';
const connector = { uri: 'https://erp.example/plan', type: 0, apiType: 0, authenticationType: 0 };

describe('whether a connector can be delivered to', () => {
  test.each([
    ['a webhook', { type: 3 }, null],
    ['a webhook with a path like SOAP', { type: 3, uri: 'https://erp.example/WS/hook' }, null],
    ['no type', {}, null],
    ['no type, and a SOAP address', { uri: 'https://nav.example:7047/NAV/WS/Codeunit/X' }, SOAP],
    ['a host that is called ws', { uri: 'https://ws.example/plan' }, null],
    ['a query that contains /ws/', { uri: 'https://erp.example/plan?next=/ws/' }, null],
    ['Business Central', { type: 1 }, SOAP],
    ['Business Central, REST', { type: 1, uri: 'https://bc.example/v2.0/api/acme/plan/v1.0' }, null],
    ['Business Central, OData', { type: 1, uri: 'https://bc.example/BC/ODataV4/Plan_Post' }, null],
    ['Business Central, SOAP', { type: 1, uri: 'https://bc.example/api/WS/Codeunit/X' }, SOAP],
    ['NAV', { type: 2 }, SOAP],
    ['NAV that says REST', { type: 2, apiType: 1 }, null],
    ['NTLM', { apiType: 1, authenticationType: 2 }, 'NTLM authentication is not supported'],
    ['Windows', { apiType: 1, authenticationType: 3 }, 'Windows authentication is not supported'],
    ['OAuth2', { apiType: 1, authenticationType: 5 }, null],
  ])('%s', (_name, more, reason) => {
    expect(unsupportedReason({ ...connector, ...more })).toBe(reason);
  });
});

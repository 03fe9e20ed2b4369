import { permissions } from '../../../src/domain/permissions.ts';
import type { ParseContext } from '../../../src/records/writing/sent-call.ts';

/** A back office that may do everything. */
export const parseContext: ParseContext = {
  zone: 'Europe/Brussels',
  now: '2026-03-28T12:00:00.000Z',
  sourceApps: null,
  permissions,
  modules: [],
  speak: 'param',
  backOffice: { byDefault: true, mayClaim: true },
  seal: (plain) => `sealed(${plain})`,
};

import type { ImportField, ImportKindName } from '../../api/import-kinds.ts';
import type { Formats } from './convert-cell.ts';
import { fieldNames } from './field-names.ts';
import { fieldsOf } from './mapping.ts';

/** Fields of a template: the required ones, the key, and those that files usually have. */
export const templateFields = (kind: ImportKindName): readonly ImportField[] =>
  fieldsOf(kind).filter(({ param, required, isKey }) => required || isKey || fieldNames.en[param] !== undefined);

const EXAMPLES: Readonly<Record<string, string>> = {
  ResourceNo: 'R-100',
  ResourceName: 'Anna Berg',
  Email: 'anna@example.com',
  Phone: '020 1234567',
  MobilePhone: '06 12345678',
  HomeStreet: 'Damrak 1',
  HomePostcode: '1012 LG',
  HomeCity: 'Amsterdam',
  HomeCountry: 'NL',
  HomeAddress: 'Damrak 1, 1012 LG Amsterdam',
  TimeZone: 'Europe/Amsterdam',
  SourceApp: 'FILE',
  SourceType: 'SERVICE',
  JobNo: 'J-100',
  TaskNo: 'T-1',
  ShortDescription: 'Pump maintenance',
  SiteStreet: 'Damrak 1',
  SitePostcode: '1012 LG',
  SiteCity: 'Amsterdam',
  SiteCountry: 'NL',
  FilterGroup: 'Skill',
  FilterValue: 'Gas',
  CertificateNo: 'C-1',
  CalendarCode: 'STANDARD',
  DurationInSeconds: '5400',
  Url: 'https://example.com/',
  url: 'https://example.com/',
};

const dated = (dates: Formats['dates']): string => ({ dmy: '31.12.2026', mdy: '12/31/2026', ymd: '2026-12-31' })[dates];

export function exampleOf({ param, kind, choices, required }: ImportField, { dates, decimal }: Formats): string {
  const known = EXAMPLES[param];
  if (known !== undefined) return known;
  switch (kind) {
    case 'decimal':
      return `1${decimal}5`;
    case 'coordinate':
      return `52${decimal}37`;
    case 'integer':
      return '1';
    case 'date':
      return dated(dates);
    case 'instant':
    case 'resourceInstant':
      return `${dated(dates)} 08:00`;
    case 'timeOfDay':
    case 'timeSpan':
      return '01:30';
    case 'boolean':
      return '0';
    case 'choice':
      return Object.keys(choices ?? {})[0] ?? '';
    default:
      return required && kind === 'text' ? 'A-1' : '';
  }
}

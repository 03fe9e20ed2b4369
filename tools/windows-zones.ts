import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** CLDR keeps the name under which it first knew a zone. Where IANA has renamed it since, the name of today is stored. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Europe/Kiev': 'Europe/Kyiv',
};

/** The territory for "wherever": the zone that a Windows name stands for when nothing else is known. */
const WORLD = '001';

interface MapZone {
  readonly mapZone: { readonly _other: string; readonly _type: string; readonly _territory: string };
}

/** The source of `src/domain/time/windows-zones.ts`, from the supplemental data of CLDR. */
export function windowsZones(): string {
  const file = require.resolve('cldr-core/supplemental/windowsZones.json');
  const { supplemental } = JSON.parse(readFileSync(file, 'utf8')) as {
    supplemental: {
      version: { _cldrVersion: string };
      windowsZones: { mapTimezones: readonly MapZone[] };
    };
  };
  const rows = supplemental.windowsZones.mapTimezones
    .map(({ mapZone }) => mapZone)
    .filter(({ _territory }) => _territory === WORLD)
    .map(({ _other, _type }) => [_other, RENAMED[_type] ?? _type] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `/** Windows time zones and the IANA zone of each. Generated from CLDR ${supplemental.version._cldrVersion} by tools/windows-zones.ts. */
export const windowsZones: Readonly<Record<string, string>> = {
${rows.map(([windows, iana]) => `  ${/^[A-Za-z]+$/.test(windows) ? windows : `'${windows}'`}: '${iana}',`).join('\n')}
};
`;
}

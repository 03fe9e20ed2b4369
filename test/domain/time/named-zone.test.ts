import { describe, expect, test } from 'vitest';
import { namedZone } from '../../../src/domain/time/named-zone.ts';
import { windowsZones } from '../../../src/domain/time/windows-zones.ts';
import { knownZone } from '../../../src/domain/time/zone.ts';

describe('a time zone', () => {
  test.each([
    ['Europe/Brussels', 'Europe/Brussels'],
    ['europe/brussels', 'Europe/Brussels'],
    ['Romance Standard Time', 'Europe/Paris'],
    ['ROMANCE STANDARD TIME ', 'Europe/Paris'],
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['India Standard Time', 'Asia/Kolkata'],
    ['UTC', 'UTC'],
    ['UTC-11', 'Etc/GMT+11'],
  ])('%j is %s', (sent, zone) => {
    expect(namedZone(sent)).toBe(zone);
  });

  test.each(['', 'Mars Standard Time', '+02:00', 'constructor'])('%j is none', (sent) => {
    expect(namedZone(sent)).toBeUndefined();
  });

  test('a Windows name is noted with both names, an IANA name is not', () => {
    const notes: string[] = [];
    const note = ({ message }: { message: string }) => notes.push(message);
    namedZone('Europe/Paris', note);
    namedZone('gmt standard time', note);
    expect(notes).toEqual(['the Windows time zone GMT Standard Time was stored as Europe/London.']);
  });

  test('every Windows zone has an IANA zone that the runtime knows', () => {
    expect(Object.keys(windowsZones).length).toBeGreaterThan(130);
    for (const [name, zone] of Object.entries(windowsZones)) expect([name, knownZone(zone)]).toEqual([name, zone]);
  });
});

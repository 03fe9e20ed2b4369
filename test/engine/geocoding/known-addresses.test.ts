import { describe, expect, test, vi } from 'vitest';
import { countryOf } from '../../../src/domain/countries.ts';
import { kilometresBetween } from '../../../src/domain/geocoding.ts';
import { locate } from '../../../src/engine/geocoding/locate.ts';
import type { Gazetteers } from '../../../src/features/geocoding/gateway/gazetteers.ts';
import { addresses, type KnownAddress } from '../../fixtures/addresses.ts';
import { realPacks, shippedOnly } from '../../support/packs.ts';

// Twenty-five countries are loaded, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

interface Measured {
  readonly share: number;
  readonly median: number;
  readonly missed: readonly string[];
  readonly far: readonly string[];
}

const FAR_KM = 30;

async function measure(gazetteers: Gazetteers, known: readonly KnownAddress[]): Promise<Measured> {
  const errors: number[] = [];
  const missed: string[] = [];
  const far: string[] = [];
  for (const [address, countryText, latitude, longitude] of known) {
    const country = countryOf(countryText);
    const found = country && locate(await gazetteers.of(country), { country, address });
    if (!found) {
      missed.push(address);
      continue;
    }
    const error = kilometresBetween(found, { latitude, longitude });
    errors.push(error);
    if (error > FAR_KM) far.push(`${address} → ${found.displayName}`);
  }
  errors.sort((a, b) => a - b);
  return {
    share: errors.length / known.length,
    median: errors[Math.floor(errors.length / 2)] ?? Number.POSITIVE_INFINITY,
    missed,
    far,
  };
}

describe('200 known addresses', () => {
  test('are of 25 countries, and no two are the same', () => {
    expect(addresses.length).toBeGreaterThanOrEqual(200);
    expect(new Set(addresses.map(([, country]) => countryOf(country))).size).toBeGreaterThanOrEqual(25);
    expect(new Set(addresses.map(([address]) => address)).size).toBe(addresses.length);
  });

  test('with what ships at least 95 % are found, half of them within 5 km, and none is somewhere else', async () => {
    const { share, median, missed, far } = await measure(shippedOnly(), addresses);
    expect(share, `not found: ${missed.join('; ')}`).toBeGreaterThanOrEqual(0.95);
    expect(median).toBeLessThanOrEqual(5);
    expect(far).toEqual([]);
  });

  const packs = realPacks();
  test.skipIf(!packs)('with country packs at least 98 % are found, half of them within 1.5 km', async () => {
    const { countries = [], gazetteers = shippedOnly() } = packs ?? {};
    const covered = addresses.filter(([, country]) => countries.includes(countryOf(country) ?? ''));
    expect(covered.length).toBeGreaterThan(100);
    const { share, median, missed, far } = await measure(gazetteers, covered);
    expect(share, `not found: ${missed.join('; ')}`).toBeGreaterThanOrEqual(0.98);
    expect(median).toBeLessThanOrEqual(1.5);
    expect(far).toEqual([]);
  });
});

/** Most of the world are villages that no list of places has. What matters then is that they are not found somewhere else. */
describe('random places of the packs, most of them villages', () => {
  const packs = realPacks();
  const PER_COUNTRY = 300;

  async function wrongAnswers(
    gazetteers: Gazetteers,
  ): Promise<{ answers: number; wrong: number; sure: number; wrongButSure: number }> {
    const counted = { answers: 0, wrong: 0, sure: 0, wrongButSure: 0 };
    let seed = 4242;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    for (const country of packs?.countries ?? []) {
      const rows = packs?.rowsOf(country) ?? [];
      const gazetteer = await gazetteers.of(country);
      for (let asked = 0; asked < PER_COUNTRY; asked++) {
        const row = rows[random(rows.length)];
        const found = row && locate(gazetteer, { country, address: `Dorfstraße 12, ${row.code} ${row.name}` });
        if (!found) continue;
        const isWrong = kilometresBetween(found, row) > FAR_KM;
        const isSure = found.confidence >= 0.7;
        counted.answers++;
        if (isWrong) counted.wrong++;
        if (isSure) counted.sure++;
        if (isWrong && isSure) counted.wrongButSure++;
      }
    }
    return counted;
  }

  test.skipIf(!packs)(
    'with what ships are rather not found than found elsewhere, and least of all with confidence',
    async () => {
      const { answers, wrong, sure, wrongButSure } = await wrongAnswers(shippedOnly());
      expect(answers).toBeGreaterThan(1000);
      expect(wrong / answers).toBeLessThan(0.1);
      expect(wrongButSure / sure).toBeLessThan(0.04);
    },
  );

  test.skipIf(!packs)(
    'with their packs are found where they are, but for what is no place (codes of companies, of the armed forces)',
    async () => {
      const { answers, wrong } = await wrongAnswers(packs?.gazetteers ?? shippedOnly());
      expect(answers / ((packs?.countries.length ?? 0) * PER_COUNTRY)).toBeGreaterThan(0.999);
      expect(wrong / answers).toBeLessThan(0.005);
    },
  );
});

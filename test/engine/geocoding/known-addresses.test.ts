import { describe, expect, test, vi } from 'vitest';
import { countryOf } from '../../../src/domain/countries.ts';
import { kilometresBetween } from '../../../src/domain/geocoding.ts';
import { locate } from '../../../src/engine/geocoding/locate.ts';
import type { Gazetteers } from '../../../src/gateways/geocoder/gazetteers.ts';
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

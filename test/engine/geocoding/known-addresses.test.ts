import { describe, expect, test } from 'vitest';
import { countryOf } from '../../../src/domain/countries.ts';
import { kilometresBetween } from '../../../src/domain/geocoding.ts';
import { locate } from '../../../src/engine/geocoding/locate.ts';
import type { Gazetteers } from '../../../src/features/geocoding/gateway/gazetteers.ts';
import { addresses, type KnownAddress } from '../../fixtures/addresses.ts';
import { coveredAddresses, inventedPacks, townNames } from '../../support/invented-packs.ts';
import { shippedOnly } from '../../support/packs.ts';

// Twenty-five countries are loaded, on a machine that may be busy.
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

  test('with country packs at least 98 % of those whose towns are in them are found, half of them within 1.5 km', async () => {
    expect(coveredAddresses.length).toBeGreaterThan(50);
    const { share, median, missed, far } = await measure(inventedPacks.gazetteers, coveredAddresses);
    expect(share, `not found: ${missed.join('; ')}`).toBeGreaterThanOrEqual(0.98);
    expect(median).toBeLessThanOrEqual(1.5);
    expect(far).toEqual([]);
  });
});

/** Most of the world are villages that no list of places has. What matters then is that they are not found somewhere else. */
describe('random places of the packs, most of them villages', () => {
  const PER_COUNTRY = 300;

  async function wrongAnswers(gazetteers: Gazetteers, isAsked: (name: string) => boolean = () => true) {
    const counted = { asked: 0, answers: 0, wrong: 0, wrongButSure: 0 };
    for (const country of inventedPacks.countries) {
      const gazetteer = await gazetteers.of(country);
      const rows = inventedPacks.rowsOf(country).filter(({ name }) => isAsked(name));
      for (const row of rows.slice(-PER_COUNTRY)) {
        counted.asked++;
        const found = locate(gazetteer, { country, address: `Dorfstraße 12, ${row.code} ${row.name}` });
        if (!found) continue;
        const isWrong = kilometresBetween(found, row) > FAR_KM;
        counted.answers++;
        if (isWrong) counted.wrong++;
        if (isWrong && found.confidence >= 0.7) counted.wrongButSure++;
      }
    }
    return counted;
  }

  test('with what ships are rather not found than found elsewhere, and least of all with confidence', async () => {
    const { asked, wrong, wrongButSure } = await wrongAnswers(shippedOnly(), (name) => !townNames.has(name));
    expect(asked).toBeGreaterThan(1000);
    expect(wrong / asked).toBeLessThan(0.01);
    expect(wrongButSure).toBe(0);
  });

  test('with their packs are found where they are, also those that are called like a town elsewhere', async () => {
    const { asked, answers, wrong, wrongButSure } = await wrongAnswers(inventedPacks.gazetteers);
    expect(answers / asked).toBeGreaterThan(0.999);
    expect(wrong / answers).toBeLessThan(0.005);
    expect(wrongButSure).toBe(0);
  });
});

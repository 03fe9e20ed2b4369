import { describe, expect, test } from 'vitest';
import { errorCatalogue } from '../../../src/domain/error-catalogue.ts';
import { reasonParameters } from '../../../src/domain/undo-reasons.ts';
import { de, deReasons } from '../../../web/src/messages/de.ts';
import { fr, frReasons } from '../../../web/src/messages/fr.ts';
import { nl, nlReasons } from '../../../web/src/messages/nl.ts';
import { ALWAYS, filled, placeholdersOf, type Templates } from '../../../web/src/messages/templates.ts';

const languages: Readonly<Record<string, Templates>> = { nl, de, fr };
const sameMoment = (instant: string): string => `at ${instant}`;

/** The parameters of each template of a code, sorted. */
const shapeOf = (templates: readonly string[] = []): string[][] => templates.map((each) => placeholdersOf(each).sort());

describe.each(Object.entries(languages))('messages in %s', (_, templates) => {
  test('exist for every code of the catalogue, and for no other', () => {
    expect(Object.keys(templates).sort()).toEqual(Object.keys(errorCatalogue).sort());
  });

  test('name the same parameters as the other languages', () => {
    for (const code of Object.keys(errorCatalogue)) expect(shapeOf(templates[code]), code).toEqual(shapeOf(nl[code]));
  });

  test('need no parameters at last, so that a message never falls back to English', () => {
    for (const [code, each] of Object.entries(templates)) {
      const needed = placeholdersOf(each.at(-1) ?? '{none}').filter((name) => !ALWAYS.some((known) => known === name));
      expect(needed, code).toEqual([]);
      expect(filled(templates, code, {}, sameMoment), code).toBe(each.at(-1));
    }
  });

  test('quote the request id of a fault', () => {
    for (const [code, { status }] of Object.entries(errorCatalogue))
      if (status >= 500) expect(filled(templates, code, { requestId: 'R-17' }, sameMoment), code).toContain('R-17');
  });
});

describe.each(Object.entries({ nl: nlReasons, de: deReasons, fr: frReasons }))(
  'reasons why a change cannot be undone in %s',
  (_, templates) => {
    test('exist for every reason, and name what it names', () => {
      const named = Object.fromEntries(Object.entries(templates).map(([code, each]) => [code, shapeOf(each)] as const));
      expect(named).toEqual(
        Object.fromEntries(Object.entries(reasonParameters).map(([code, each]) => [code, [[...each].sort()]])),
      );
    });
  },
);

test('the first template is used whose parameters were all sent, and instants are formatted', () => {
  const templates = { APP017: ['not before {earliest}', 'not after {latest}', 'not then'] };
  const at = (parameters: Record<string, string>) => filled(templates, 'APP017', parameters, sameMoment);
  expect(at({ earliest: '2026-06-01T08:00:00.000Z' })).toBe('not before at 2026-06-01T08:00:00.000Z');
  expect(at({ latest: 'noon' })).toBe('not after noon');
  expect(at({})).toBe('not then');
  expect(filled(templates, 'APP001', {}, sameMoment)).toBeUndefined();
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { contrastOf } from '../../web/src/board/contrast.ts';

const WEB = fileURLToPath(new URL('../../web/src/', import.meta.url));
const base = readFileSync(path.join(WEB, 'base.css'), 'utf8');

/** Colours that are data, or that a contrast is computed with. Each is what users choose, or a bar that has to look the same in both themes. */
const ALLOWED: Readonly<Record<string, string>> = {
  'attachments/shrink-image.ts': 'the ground of a transparent picture that becomes a JPEG',
  'board/contrast.ts': 'the two text colours of bars, and the colour of a bar without one',
  'planning/busy-bars.ts': 'the bar of a hidden appointment, whose text colour is computed',
  'map-view/scene.ts': 'pins without a colour, whose text colour is computed',
  'administration/record-editor/field-input.tsx': 'the colours that are offered for records',
  'administration/record-editor/texts.ts': 'an example of a colour in a message',
  'administration/records/pins.tsx': 'the colour of a new record',
  'administration/records/categories.tsx': 'the colour of a new record',
  'administration/records/time-markers.tsx': 'the colour of a new record',
  'my-day/signature-dialog.tsx': 'a signature is a picture of dark ink on white paper',
};
const LITERAL =
  /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!-)|\b(?:rgb|hsl)a?\(|\b(?:oklch|oklab|lab|lch|hwb)\(|light-dark\(/gi;
const NAMED =
  /(?:^|[\s,(])(?:white|black|red|green|blue|yellow|orange|gr[ae]y|silver|navy|teal|purple|pink|brown)(?=[\s,);]|$)/;

const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => /\.(css|tsx?)$/.test(name) && name !== 'base.css');

/** Code without comments, private members and addresses, which may look like colours. */
const codeOf = (name: string): string =>
  readFileSync(path.join(WEB, name), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(?<![:'"])\/\/.*$/gm, '')
    .replace(/(?:this|[a-z]\w*)\.#\w+|^\s*(?:readonly |static |async )*#\w+/gm, '');

test('colours are named in base.css only', () => {
  const found = files.flatMap((name) =>
    name in ALLOWED ? [] : [...codeOf(name).matchAll(LITERAL)].map(([color]) => `${name}: ${color}`),
  );
  expect(found, 'use a variable of web/src/base.css').toEqual([]);
  const named = files
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) =>
      [...codeOf(name).matchAll(/:([^;{}]*)[;}]/g)]
        .filter(([, value = '']) => NAMED.test(value))
        .map(([line]) => `${name}: ${line}`),
    );
  expect(named).toEqual([]);
  for (const name of Object.keys(ALLOWED)) expect(codeOf(name).match(LITERAL), `${name} has no colour`).not.toBeNull();
});

const [light, dark] = base.split('@media screen') as [string, string];
const variablesOf = (css: string): Record<string, string> =>
  Object.fromEntries([...css.matchAll(/^\s*--([\w-]+): ([^;]+);/gm)].map(([, name, value]) => [name, value]));
const themes = { light: variablesOf(light), dark: { ...variablesOf(light), ...variablesOf(dark) } };

test('every variable that a style sheet or a page uses is there', () => {
  const own = new Set(Object.keys(themes.light));
  const local = new Set(
    files.flatMap((name) => [...codeOf(name).matchAll(/--([\w-]+)['"]?\s*[:,\]]/g)].map(([, n]) => n)),
  );
  const missing = files.flatMap((name) =>
    [...codeOf(name).matchAll(/var\(--([\w-]+)/g)]
      .map(([, variable = '']) => variable)
      .filter((variable) => !variable.startsWith('mantine-') && !own.has(variable) && !local.has(variable))
      .map((variable) => `${name}: --${variable}`),
  );
  expect(missing).toEqual([]);
});

const SURFACES = ['ground', 'surface', 'surface-raised', 'surface-soft', 'surface-hover', 'surface-group', 'off'];
const GROUPS = ['accent', 'success', 'warning', 'danger', 'neutral'];
const PAIRS: readonly (readonly [text: string, ground: string])[] = [
  ...['ink', 'ink-soft', 'ink-faint', ...GROUPS, ...GROUPS.map((name) => `${name}-ink`)].flatMap((text) =>
    SURFACES.map((ground) => [text, ground] as const),
  ),
  ...GROUPS.flatMap(
    (name) =>
      [
        [`${name}-ink`, `${name}-soft`],
        ['ink', `${name}-soft`],
        ['ink-soft', `${name}-soft`],
        ['on-fill', `${name}-fill`],
      ] as const,
  ),
  ...['accent', 'success', 'warning', 'danger'].flatMap((name) =>
    ['ink', 'ink-soft', name, `${name}-ink`].map((text) => [text, `${name}-faint`] as const),
  ),
  ...[0, 1, 2, 3, 4, 5].map((mark) => ['surface', `mark-${mark}`] as const),
  ['tip-ink', 'tip'],
  ['tip-warning', 'tip'],
  ['rail-ink', 'rail'],
  ['ink', 'found'],
];
const six = (color = ''): string => (color.length === 4 ? color.replace(/[0-9a-f]/g, '$&$&') : color);

describe.each(Object.entries(themes))('the %s theme', (_, theme) => {
  test('text can be read on every surface that it may stand on: 4.5 to 1', () => {
    const low = PAIRS.filter(([text, ground]) => !(contrastOf(six(theme[text]), six(theme[ground])) >= 4.5));
    expect(low).toEqual([]);
  });

  test('what marks something stands out: 3 to 1', () => {
    const marks = ['accent', 'success', 'warning', 'danger', 'neutral', 'now', 'bar-selected', 'map-chosen'];
    const low = marks.filter((mark) => !(contrastOf(six(theme[mark]), six(theme['surface'])) >= 3));
    expect(low).toEqual([]);
    expect(contrastOf(six(theme['map-route']), six(theme['map-land']))).toBeGreaterThan(4.5);
  });
});

import { Alert } from '@mantine/core';
import { contrastOf, inkOn, LIGHT } from '../../board/contrast.ts';
import { useLocale } from '../../i18n/language.ts';
import { numberText } from '../../i18n/number-text.ts';
import { useIndicatorTexts } from './indicator-texts.ts';

/** WCAG 2.1, 1.4.11: the minimum contrast of non-text content. */
const STANDS_OUT = 3;
/** Below this distance, two adjacent colours look the same. */
const TOLD_APART = 1.5;

const isColor = (color: string | null | undefined): color is string => /^#[0-9a-f]{6}$/i.test(color ?? '');

export interface NamedColor {
  readonly name: string;
  readonly color: string | null;
}

const namesOf = (colors: readonly NamedColor[], near: (color: string) => boolean): string[] =>
  colors.filter(({ color }) => isColor(color) && near(color)).map(({ name }) => name);

/** Distance in RGB: two hues of the same brightness have no contrast, and are still easy to distinguish. */
function distance(one: string, other: string): number {
  const parts = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [a, b] = [parts(one), parts(other)];
  return Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));
}
const ALIKE = 24;

/** Notes about the contrast of a colour on the board. */
export function BarColorNotes({ color, others }: { color: string | null | undefined; others: readonly NamedColor[] }) {
  const texts = useIndicatorTexts();
  const { locale } = useLocale();
  if (!isColor(color)) return null;
  const format = (ratio: number): string => numberText(locale, ratio, 1);
  const ink = inkOn(color);
  const ground = contrastOf(color, LIGHT);
  const alike = namesOf(others, (other) => distance(color, other) < ALIKE);
  const warnings = [
    ...(ground < STANDS_OUT ? [texts.pale(format(ground))] : []),
    ...(alike.length > 0 ? [texts.alike(alike.slice(0, 3).join(', '))] : []),
  ];
  return (
    <>
      <p className="color-note">{texts.ink(ink === LIGHT ? 'light' : 'dark', format(contrastOf(color, ink)))}</p>
      <Warnings warnings={warnings} />
    </>
  );
}

/** A stripe lies on bars of every category. */
export function StripeNotes({ color, bars }: { color: string | null | undefined; bars: readonly NamedColor[] }) {
  const texts = useIndicatorTexts();
  if (!isColor(color)) return null;
  const lost = namesOf(bars, (bar) => contrastOf(color, bar) < TOLD_APART && distance(color, bar) < 4 * ALIKE);
  return <Warnings warnings={lost.length > 0 ? [texts.lost(lost.slice(0, 5).join(', '))] : []} />;
}

const Warnings = ({ warnings }: { warnings: readonly string[] }) =>
  warnings.length === 0 ? null : (
    <Alert color="yellow" role="status" p="xs">
      {warnings.join(' ')}
    </Alert>
  );

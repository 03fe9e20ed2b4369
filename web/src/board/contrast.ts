/** WCAG 2: relative luminance of a colour such as #1971c2. */
export function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// A lighter one would leave some mid-tones below 4.5 to 1 with both text colours.
const DARK = '#000000';
export const LIGHT = '#ffffff';
const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

/** The contrast ratio of two colours: 1 to 21. */
export const contrastOf = (color: string, other: string): number => contrast(luminance(color), luminance(other));

const chosen = new Map<string, string>();

/** Light text where its contrast suffices, else dark text. */
export function inkOn(color: string): string {
  const known = chosen.get(color);
  if (known) return known;
  const ink = contrast(luminance(color), luminance(LIGHT)) >= 4.5 ? LIGHT : DARK;
  chosen.set(color, ink);
  return ink;
}

/** A valid colour of the back office, else the default. */
export const safeColor = (color: string | null | undefined, other = '#8795a5'): string =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? color : other;

/**
 * Cuts texts to a width. CSS can do it too, but then every bar is a clipping box, which costs more than the bar itself. So each
 * character is measured once, and widths are added up.
 */
export class TextFitter {
  readonly #measure: (sign: string) => number;
  readonly #widths = new Map<string, number>();

  constructor(measure: (sign: string) => number) {
    this.#measure = measure;
  }

  fit(text: string, width: number): string {
    const room = width - this.#widthOf('…');
    let [used, fits, at] = [0, 0, 0];
    for (const sign of text) {
      used += this.#widthOf(sign);
      if (used > width) return fits === 0 ? '' : `${text.slice(0, fits)}…`;
      at += sign.length;
      if (used <= room) fits = at;
    }
    return text;
  }

  #widthOf(sign: string): number {
    const known = this.#widths.get(sign);
    if (known !== undefined) return known;
    const width = this.#measure(sign);
    this.#widths.set(sign, width);
    return width;
  }
}

/** Fits texts in the font of an element. */
export function fitterFor(element: Element): TextFitter {
  const context = document.createElement('canvas').getContext('2d');
  const { fontFamily } = getComputedStyle(element);
  if (context) context.font = `11.5px ${fontFamily}`;
  return new TextFitter((sign) => context?.measureText(sign).width ?? 7);
}

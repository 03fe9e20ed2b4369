/** Markup that is safe to send: texts in it are escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number | undefined;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

function textOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(({ text }) => text).join('') : escaped(String(part));
}

/** Texts and numbers between the markup are escaped; markup made by this function is not escaped again. */
export const html = (markup: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(markup.map((text, i) => text + (i < parts.length ? textOf(parts[i]) : '')).join(''));

/** A description: parts between backticks are code. */
export const prose = (text: string): Html =>
  new Html(
    text
      .split(/`([^`]+)`/)
      .map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`).text)
      .join(''),
  );

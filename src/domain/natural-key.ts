import { nfc } from './normalize.ts';

/**
 * Natural keys compare as the back offices' SQL collation does: without case and trailing blanks. A record keeps the spelling first
 * stored in its columns; beside it stands this folded form, which is what the database holds unique. Folding happens here and nowhere
 * else, so that no two database locales can disagree about it.
 */
const KEY_SEPARATOR = '\u001f';

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

export function foldKeyPart(part: string): string {
  const lower = part.trimEnd().toLowerCase();
  // Normalising what needs none costs more than all the rest.
  return ASCII.test(lower) ? lower : nfc(lower);
}

export const foldKey = (parts: readonly (string | number | boolean | null | undefined)[]): string =>
  parts.map((part) => (part === null || part === undefined ? '' : foldKeyPart(String(part)))).join(KEY_SEPARATOR);

/** How a key is shown to people and in answers. */
export const showKey = (parts: readonly unknown[]): string => parts.map((part) => String(part ?? '')).join('/');

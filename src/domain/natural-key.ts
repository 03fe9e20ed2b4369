import { nfc } from './normalize.ts';

/**
 * Natural keys compare as the back offices' SQL collation does: without case and trailing blanks. A record keeps the spelling first
 * stored in its columns; beside it stands this folded form, which is what the database holds unique. Folding happens here and nowhere
 * else, so that no two database locales can disagree about it.
 */
const KEY_SEPARATOR = '\u001f';

const LAST_OF_ASCII = 0x7f;
const BLANK = 0x20;
const [UPPER_A, UPPER_Z] = [0x41, 0x5a];

/** An import folds thousands of parts, nearly all of them short and of ASCII: those need no normal form, and many are folded already. */
export function foldKeyPart(part: string): string {
  let isFolded = true;
  for (let i = 0; i < part.length; i++) {
    const code = part.charCodeAt(i);
    if (code > LAST_OF_ASCII) return nfc(part.trimEnd().toLowerCase());
    if (code <= BLANK || (code >= UPPER_A && code <= UPPER_Z)) isFolded = false;
  }
  return isFolded ? part : part.trimEnd().toLowerCase();
}

export function foldKey(parts: readonly (string | number | boolean | null | undefined)[]): string {
  let key = '';
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] ?? null;
    if (i > 0) key += KEY_SEPARATOR;
    if (part !== null) key += foldKeyPart(String(part));
  }
  return key;
}

/** How a key is shown to people and in answers. */
export function showKey(parts: readonly unknown[]): string {
  let key = '';
  for (let i = 0; i < parts.length; i++) key += `${i > 0 ? '/' : ''}${String(parts[i] ?? '')}`;
  return key;
}

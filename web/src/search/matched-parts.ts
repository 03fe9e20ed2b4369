export interface TextPart {
  readonly part: string;
  readonly isMatch: boolean;
  /** Index of its first character. */
  readonly at: number;
}

export const wordsOf = (query: string): string[] =>
  query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 6);

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text in parts: those that a word of the search matches, in any case, and those between. */
export function matchedParts(text: string, words: readonly string[]): TextPart[] {
  if (words.length === 0 || text === '') return text === '' ? [] : [{ part: text, isMatch: false, at: 0 }];
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escaped).join('|'), 'giu');
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: part, index } of text.matchAll(pattern)) {
    if (part === '') continue;
    if (index > at) parts.push({ part: text.slice(at, index), isMatch: false, at });
    parts.push({ part, isMatch: true, at: index });
    at = index + part.length;
  }
  if (at < text.length) parts.push({ part: text.slice(at), isMatch: false, at });
  return parts;
}

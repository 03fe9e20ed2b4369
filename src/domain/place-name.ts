/** Letters that have no decomposition: NFKD leaves them as they are. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  ə: 'e',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;
/** Words that one place writes in full and the next abbreviates. */
const SHORTENED: ReadonlyMap<string, string> = new Map([
  ['saint', 'st'],
  ['sankt', 'st'],
  ['sint', 'st'],
  ['sainte', 'ste'],
  ['mount', 'mt'],
  ['fort', 'ft'],
]);

/** What each character becomes; a text of a million names asks for the same few hundred again and again. */
const FOLDED = new Map<string, string>();
const MOST_CHARACTERS = 20_000;
const PARTS = ' ';
const JOINS = /['’ʼ`´]/;

function foldCharacter(character: string): string {
  const known = FOLDED.get(character);
  if (known !== undefined) return known;
  const bare = character
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '');
  let folded = '';
  for (const letter of bare) {
    const plain = (LETTERS[letter] ?? letter).toLowerCase();
    if (/^[\p{L}\p{N}]+$/u.test(plain)) folded += plain;
    else if (!JOINS.test(letter)) folded += PARTS;
  }
  if (FOLDED.size < MOST_CHARACTERS) FOLDED.set(character, folded);
  return folded;
}

/** Words in lower case without accents: how names, and whatever is compared with them, are spelled inside of the geocoder. */
export function foldedWords(text: string): string[] {
  let folded = text;
  if (ASCII.test(text))
    folded = text
      .toLowerCase()
      .replace(/['`]/g, '')
      .replace(/[^a-z0-9]+/g, PARTS);
  else {
    folded = '';
    for (const character of text) folded += foldCharacter(character);
  }
  const words: string[] = [];
  for (const word of folded.split(PARTS)) if (word !== '') words.push(SHORTENED.get(word) ?? word);
  return words;
}

export const foldPlace = (name: string): string => foldedWords(name).join(' ');

const EXPANDED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

/** The spellings under which a name is found: Göttingen is also Goettingen, Frankfurt (Oder) also Frankfurt. */
export function placeForms(name: string): string[] {
  const forms = [foldPlace(name)];
  const add = (form: string): void => {
    if (form !== '' && !forms.includes(form)) forms.push(form);
  };
  if (!ASCII.test(name)) {
    const composed = name.normalize('NFC').toLowerCase();
    if (/[äöüåø]/.test(composed)) add(foldPlace(composed.replace(/[äöüåø]/g, (letter) => EXPANDED[letter] ?? letter)));
  }
  if (/[(/,]/.test(name)) add(foldPlace(name.replace(/\(.*?\)/g, ' ').split(/[/,]/)[0] ?? ''));
  return forms;
}

/** Codes of these countries are often written with letters in front that are not part of them. */
const PREFIX =
  /^(?:LV|LT|MD|L|B|D|A|F|I|E|P|S|N|H|SK|SI|SLO|CZ|CH|NL|DK|FIN|FI|SE|NO|PL|HR|BG|RO|HU|BE|DE|AT|FR|LU|IT|ES|PT|AX|FL)-?(?=\d)/;
/** What a full code is cut to where only the first part is known. */
const SHORTER: Readonly<Record<string, (code: string) => string>> = {
  NL: (code) => code.slice(0, 4),
  // The outward part: what stands before the last digit and two letters.
  GB: (code) => code.replace(/\d[A-Z]{2}$/, ''),
  CA: (code) => code.slice(0, 3),
  IE: (code) => code.slice(0, 3),
  US: (code) => code.slice(0, 5),
  PT: (code) => code.slice(0, 4),
  BR: (code) => code.slice(0, 5),
  MT: (code) => code.slice(0, 3),
};

/** A postal code without blanks, hyphens and the letters of its country. */
export function foldCode(country: string, code: string): string {
  const bare = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
  // In these countries letters are part of the code itself.
  if (country === 'GB' || country === 'CA' || country === 'IE' || country === 'MT') return bare;
  return bare.replace(PREFIX, '');
}

export const shortenCode = (country: string, folded: string): string => SHORTER[country]?.(folded) ?? folded;

/** How a code of the country looks when folded. Only a hint where its codes are known; where they are not it separates them from house numbers. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  GB: /^[A-Z]{1,2}\d[A-Z\d]?(\d[A-Z]{2})?$/,
  IE: /^[A-Z]\d[\dW]([A-Z\d]{4})?$/,
  CA: /^[A-Z]\d[A-Z](\d[A-Z]\d)?$/,
  NL: /^[1-9]\d{3}([A-Z]{2})?$/,
  MT: /^[A-Z]{3}\d{4}$/,
  US: /^\d{5}(\d{4})?$/,
  PT: /^\d{4}(\d{3})?$/,
  BR: /^\d{5}(\d{3})?$/,
  JP: /^\d{7}$/,
  IS: /^\d{3}$/,
};
const FOUR = new Set('AT AU BE BG CH CY DK GE HU LI LU LV MD MK NO NZ PH SI TN ZA'.split(' '));
const SIX = new Set('BY CN CO EC IN KG KZ RO RU SG UZ VN'.split(' '));

export function looksLikeCode(country: string, folded: string): boolean {
  const shape = SHAPES[country];
  if (shape) return shape.test(folded);
  return FOUR.has(country)
    ? /^\d{4}$/.test(folded)
    : SIX.has(country)
      ? /^\d{6}$/.test(folded)
      : /^\d{5}$/.test(folded);
}

/** Whether a house number can be taken for a code here. */
export const isHouseNumberLike = (folded: string): boolean => /^\d{1,4}[A-Z]?$/.test(folded);

/** Whether two texts differ by one letter: another one, one too many, one too few, or two that changed places. */
export function differByOne(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Every text that differs by one letter. The first letter is rarely the wrong one, and leaving it saves little: it may differ too. */
export function* withOneLetterChanged(word: string): Generator<string> {
  for (let at = 0; at <= word.length; at++) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    const rest = word.slice(at + 1);
    if (at < word.length) yield before + rest;
    if (rest !== '') yield before + rest[0] + after[0] + rest.slice(1);
    for (const letter of ALPHABET) {
      if (at < word.length) yield before + letter + rest;
      yield before + letter + after;
    }
  }
}

/** What a new password must fulfil. Passwords that were set before keep working. */
const SHORTEST_PASSWORD = 12;

/** A shorter piece of a password says nothing: `ann` is in many of them by chance. */
const SHORTEST_PIECE = 4;
/** Digits and signs around a common password that add next to nothing: years, 1234, !!!. */
const MOST_PADDING = 6;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/**
 * What is wrong with a new password, or undefined. Its length was bounded before. `common` holds common passwords in lower case. Most of them are
 * shorter than 12 characters, so variations that people make to reach a length are compared too: padding, repetition, letters written as signs.
 */
export function passwordWeakness(password: string, email: string, common: ReadonlySet<string>): string | undefined {
  if ([...password.normalize('NFKC')].length < SHORTEST_PASSWORD)
    return `must have at least ${SHORTEST_PASSWORD} characters.`;
  const folded = fold(password);
  if (holdsAddress(folded, fold(email))) return 'must not contain the e-mail address or the part before its @.';
  if (isCommon(folded, common))
    return 'is too common: it is a frequently used password or a variation of one. Use several unrelated words, or a generated password.';
  return undefined;
}

function holdsAddress(password: string, email: string): boolean {
  const [local = ''] = email.split('@');
  return (local !== email && password.includes(email)) || (local.length >= SHORTEST_PIECE && password.includes(local));
}

function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const unit = repeatedUnit(password);
  const plain = [password, unit, spelledOut(password), spelledOut(unit)];
  return (
    unit.length < SHORTEST_PIECE ||
    isRun(password) ||
    plain.some((each) => common.has(each) || isPadded(each, common)) ||
    isTwoOf(password, common)
  );
}

/** `abcabcabc` is `abc`; what repeats nothing is its own unit. */
function repeatedUnit(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/** `123456789012`, `zyxwvutsrqponm`: each character follows the one before. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((character, at) => character.charCodeAt(0) - text.charCodeAt(at));
  const isStep = (step: number, to: number): boolean => step === to || step === -9 * to;
  return steps.every((step) => isStep(step, 1)) || steps.every((step) => isStep(step, -1));
}

/** A common password with a few digits and signs around it, or with another common password of digits. */
function isPadded(text: string, common: ReadonlySet<string>): boolean {
  const [, before = '', core = '', after = ''] = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text) ?? [];
  const adds = (padding: string): number => (common.has(padding) || isRun(padding) ? 0 : padding.length);
  return common.has(core) && adds(before) + adds(after) <= MOST_PADDING;
}

/** `qwertypassword`, `dragon-monkey`. */
function isTwoOf(text: string, common: ReadonlySet<string>): boolean {
  for (let at = SHORTEST_PIECE; at <= text.length - SHORTEST_PIECE; at++)
    if (common.has(text.slice(0, at)) && common.has(text.slice(at).replace(/^[^\p{L}\d]/u, ''))) return true;
  return false;
}

const SIGNS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** `p@ssw0rd1234` is `password1234`: signs between letters, and at the beginning, that stand for letters. */
const spelledOut = (text: string): string => text.replace(/[@431!0$57](?=.*\p{L})/gu, (sign) => SIGNS[sign] ?? sign);

/**
 * NFC in linear time. Unicode puts the combining marks of a letter into an order of their own, and the engine sorts a run of them by insertion:
 * a run of 800,000 marks takes minutes. Text of any language has a handful in a row. The Stream-Safe Text Format (Unicode Standard Annex #15)
 * therefore cuts a run after every 30 marks with a COMBINING GRAPHEME JOINER, which no mark moves across. Texts with shorter runs, that is all
 * texts that people write, come out as plain NFC.
 */
const MARKS_IN_A_ROW = 30;
const JOINER = '\u034f';
const MARK = `(?:(?!${JOINER})\\p{M})`;

const HAS_LONG_RUN = new RegExp(`${MARK}{${MARKS_IN_A_ROW + 1}}`, 'u');
const LONG_RUN = new RegExp(`${MARK}{${MARKS_IN_A_ROW + 1},}`, 'gu');
const CUT = new RegExp(`${MARK}{${MARKS_IN_A_ROW}}(?=${MARK})`, 'gu');

export const nfc = (text: string): string =>
  (text.length > MARKS_IN_A_ROW && HAS_LONG_RUN.test(text) ? text.replace(LONG_RUN, cut) : text).normalize('NFC');

/** Marks are decomposed one by one before they are counted: a few become two, and the result must not be cut again the next time. */
function cut(run: string): string {
  let decomposed = '';
  for (const mark of run) decomposed += mark.normalize('NFD');
  return decomposed.replace(CUT, `$&${JOINER}`);
}

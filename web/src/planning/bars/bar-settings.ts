import { LONGEST_LABEL, MOST_LINES, USUAL_LABELS } from '../../board/labels.ts';
import { flag, listOf, type Parser, type Setting, textUpTo } from '../settings.ts';

const NOTHING: readonly string[] = [];
const shortTexts = listOf(10, textUpTo(LONGEST_LABEL));

/** At least one line. */
const labelsOf: Parser<readonly string[]> = (value) => {
  const labels = shortTexts(value)?.slice(0, MOST_LINES);
  return labels && labels.length > 0 ? labels : undefined;
};

/** How bars and rows are drawn. */
export const BAR_SETTINGS = {
  /** A template for each line of a bar. */
  labels: { usual: USUAL_LABELS, parse: labelsOf } satisfies Setting<readonly string[]>,
  /** Headers of teams, unless the resources are grouped by a column. */
  byTeam: { usual: true, parse: flag } satisfies Setting<boolean>,
  /** Travel between bars. */
  travel: { usual: false, parse: flag } satisfies Setting<boolean>,
  /** Lines of all dependencies. */
  dependencies: { usual: false, parse: flag } satisfies Setting<boolean>,
  /** Groups whose rows are hidden. */
  collapsed: { usual: NOTHING, parse: listOf(200, textUpTo(200)) } satisfies Setting<readonly string[]>,
};

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** Minified: the browser compiles it for each page that is checked. */
const SOURCE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface WithAxe {
  readonly axe: typeof axe & { readonly _audit: { readonly rules: readonly { id: string; impact: string }[] } };
}

/**
 * What axe calls serious or critical on a page as it stands. Rules whose findings are never that serious are not run, and nothing is
 * computed about elements that pass: both take most of the time.
 *
 * A bar of the board shows as much of its name as it has room for, which may end within a word. Text that the browser cuts with an ellipsis
 * looks the same, but axe then reads on behind it.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as WithAxe;
    const isMild = ({ impact }: { impact?: string | null }): boolean => impact === 'minor' || impact === 'moderate';
    // The impact of a rule is that of all its findings.
    const rules = Object.fromEntries(axe._audit.rules.filter(isMild).map(({ id }) => [id, { enabled: false }]));
    const { violations } = await axe.run({ rules, resultTypes: ['violations'], selectors: false });
    const isCut = ({ id, nodes }: axe.Result): boolean =>
      id === 'label-content-name-mismatch' && nodes.every(({ html }) => html.startsWith('<div class="ob-bar'));
    return violations
      .filter((violation) => !isMild(violation) && !isCut(violation))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

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
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await withAxe(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as WithAxe;
    const isMild = ({ impact }: { impact?: string | null }): boolean => impact === 'minor' || impact === 'moderate';
    // The impact of a rule is that of all its findings.
    const rules = Object.fromEntries(axe._audit.rules.filter(isMild).map(({ id }) => [id, { enabled: false }]));
    const { violations } = await axe.run({ rules, resultTypes: ['violations'], selectors: false });
    return violations
      .filter((violation) => !isMild(violation))
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

/** What cannot be read in dark colours, which the page has meanwhile. Of the rules of axe, only that of contrast depends on colours. */
export async function darkFindings(page: Page): Promise<string[]> {
  await withAxe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' });
  try {
    return await page.evaluate(async () => {
      const { axe } = window as unknown as WithAxe;
      const runOnly = ['color-contrast'];
      const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], selectors: false });
      return violations
        .flatMap(({ nodes }) => nodes)
        .map(({ html, any }) => `dark: ${any[0]?.message.slice(0, 200)} ${html.slice(0, 200)}`);
    });
  } finally {
    await page.emulateMedia({ colorScheme: null });
  }
}

async function withAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
}

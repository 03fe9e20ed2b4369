import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** What axe calls serious or critical on a page as it stands. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe hangs itself on the window
    const { violations } = await (window as any).axe.run();
    return violations
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * What axe calls serious or critical on a page as it stands. A bar of the board shows as much of its name as it has room for, which may
 * end within a word; whoever cuts with an ellipsis of the browser shows the same, but axe then reads on behind it.
 */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe hangs itself on the window
    const { violations } = await (window as any).axe.run();
    const isCut = (id: string, nodes: readonly { html: string }[]): boolean =>
      id === 'label-content-name-mismatch' && nodes.every(({ html }) => html.startsWith('<div class="ob-bar'));
    return violations
      .filter(({ id, nodes }: { id: string; nodes: { html: string }[] }) => !isCut(id, nodes))
      .filter(({ impact }: { impact: string }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`);
  });
}

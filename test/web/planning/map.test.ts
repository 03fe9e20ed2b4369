import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { seriousFindings } from '../accessible.ts';
import { describeInBrowser } from '../browser.ts';
import { aMap } from '../map/map-plan.ts';
import { bar, Planning, WEEK } from './planning-window.ts';

describeInBrowser('the map below the planning board', () => {
  const planning = new Planning();

  test('shows the day of the selected bar with its route; a pin selects its bar, or its open task', async () => {
    await aMap(planning.erp);
    const { page, problems } = await planning.board(WEEK);
    await page.getByRole('tab', { name: 'Map' }).click();
    const map = page.getByRole('region', { name: 'Map' });
    await map.getByRole('img', { name: '09:00–10:00 Paint the wall, Astoria' }).waitFor();

    await bar(page, 'Seal the valve').click();
    // Chosen: her stops are numbered in the order of her day.
    await map.getByRole('img', { name: '2. 14:00–15:00 Seal the valve, Astoria' }).waitFor();
    await map.getByRole('img', { name: '1. 09:00–10:00 Paint the wall, Astoria' }).click();
    await until(
      async () => (await bar(page, 'Paint the wall').getAttribute('aria-selected')) === 'true',
      'the bar of the pin to be selected',
    );
    expect(await seriousFindings(page)).toEqual([]);

    await map.getByRole('img', { name: /^Open task: Still to plan/ }).click();
    await page.getByRole('tab', { name: /Open tasks/ }).click();
    await page.getByRole('row', { name: /Still to plan/, selected: true }).waitFor();
    expect(problems).toEqual([]);
  });
});

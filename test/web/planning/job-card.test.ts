import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { until } from '../../process/process.ts';
import { aCall } from '../../support/service.ts';
import { seriousFindings } from '../accessible.ts';
import { boxOf, describeInBrowser } from '../browser.ts';
import { aPlan } from './planning-plan.ts';
import { bar, DAY, Planning } from './planning-window.ts';

const KEY = { SourceApp: 'ERP', SourceType: 'SERVICE', JobNo: 'J1' };
const HOSTILE = '<img src=x onerror="document.title=\'hacked\'">';

describeInBrowser('the job card', () => {
  const planning = new Planning();
  const bars = [
    { task: 'Seal', resource: 'ANNA', start: '2026-06-01T09:00', end: '2026-06-01T11:00' },
    { task: 'Paint', resource: 'BEN', start: '2026-06-01T09:30', end: '2026-06-01T11:00' },
  ];

  async function fill(): Promise<void> {
    await aPlan(planning.erp, bars);
    const answer = await planning.erp.client.import([
      aCall('mboc_upsertJob', {
        ...KEY,
        ShortDescription: 'Boilers',
        Description: `The boiler leaks. ${HOSTILE}`,
        CustomerName: 'Astoria',
        ContactName: 'Ann',
        ContactPhone: '+32 (0)9 123 45 67',
        ContactEmail: 'ann@example.com',
        SiteAddress: 'Veldstraat 1, Gent',
        SiteAddressGeoLat: 51.05,
        SiteAddressGeoLong: 3.72,
        FreeText1: 'Green',
      }),
      aCall('mboc_upsertCaption', { FieldName: 'FreeText1', Caption: 'Gate colour' }),
      aCall('mboc_upsertFilterGroup', { GroupName: 'Skill' }),
      aCall('mboc_upsertFilterValue', { FilterGroupName: 'Skill', FilterValue: 'GAS' }),
      aCall('mboc_upsertTask', {
        ...KEY,
        TaskNo: 'T0',
        RequiredNoResources: 3,
        RequiredTotalDurationInSeconds: 14_400,
      }),
      aCall('mboc_upsertTaskFilterValue', { ...KEY, TaskNo: 'T0', FilterGroup: 'Skill', FilterValue: 'GAS' }),
      aCall('mboc_upsertTaskDependency', {
        ...{ ...KEY, TaskNo: 'T1', PredecessorJobNo: 'J1', PredecessorTaskNo: 'T0', Type: 1 },
        ...{ LagInSeconds: 1800, MaxLagInSeconds: 3600, DifferentResources: true },
      }),
      aCall('mboc_upsertTaskUrl', { ...KEY, TaskNo: 'T0', url: 'https://docs.example/pump', urldesc: 'Manual' }),
      aCall('mboc_upsertAppointmentField', {
        FieldCode: 'METER',
        Caption: 'Meter',
        Type: 1,
        Mandatory: true,
        Index: 1,
      }),
      aCall('mboc_upsertAppointmentField', {
        FieldCode: 'STATE',
        Caption: 'State',
        Type: 4,
        Choices: 'New;Old',
        Index: 2,
      }),
    ]);
    expect(answer.status, answer.text).toBe(200);
  }

  const middleOf = async (page: Page, subject: string): Promise<{ x: number; y: number }> => {
    const box = await boxOf(bar(page, subject));
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const cards = (requests: readonly string[]): string[] => requests.filter((url) => url.includes('/board/jobCard'));
  const fieldOf = async (subject: string, code: string): Promise<string | undefined> => {
    const { id } = (await planning.stored()).get(subject)!;
    const { body } = await planning.erp.client.get(`/board/jobCard?appointment=${id}`);
    return body.fields.find((field: { code: string }) => field.code === code)?.value ?? undefined;
  };

  test('opens beside a bar after a moment, can be reached, and reads once', async () => {
    await fill();
    const { page, problems, requests } = await planning.board(DAY);
    const card = page.locator('.hover-card');
    const at = await middleOf(page, 'Seal');
    // Passing over is not enough.
    await page.mouse.move(at.x - 20, at.y);
    await page.mouse.move(at.x, at.y + 200);
    await page.waitForTimeout(900);
    expect([await card.count(), cards(requests).length]).toEqual([0, 0]);

    await page.mouse.move(at.x, at.y);
    await card.getByText('Astoria').waitFor();
    expect(cards(requests)).toHaveLength(1);
    const [box, own] = [await boxOf(card), await boxOf(bar(page, 'Seal'))];
    expect(box.y >= own.y + own.height || box.y + box.height <= own.y).toBe(true);
    expect(await card.getByRole('link', { name: /Phone/ }).getAttribute('href')).toBe('tel:+3291234567');
    expect(await card.getByRole('link', { name: /E-mail/ }).getAttribute('href')).toBe('mailto:ann@example.com');
    expect(await card.getByRole('link', { name: 'Navigate' }).getAttribute('href')).toMatch(/^geo:51\.05,3\.72/);
    const manual = card.getByRole('link', { name: 'Manual' });
    expect([await manual.getAttribute('rel'), await manual.getAttribute('target')]).toEqual([
      'noopener noreferrer',
      '_blank',
    ]);
    const text = (await card.textContent()) ?? '';
    for (const part of ['1 of 3', 'GAS', 'Anna: missing', '2:00 of 4:00', 'Gate colour', HOSTILE])
      expect(text).toContain(part);
    expect(text).toContain('Starts before the start of J1 / T1 Task 1, 0:30 h to 1:00 h apart, different resources · ');
    expect(await page.title()).not.toBe('hacked');

    // Onto the card, and away from it.
    await page.mouse.move(box.x + 60, box.y + 30, { steps: 4 });
    await page.waitForTimeout(500);
    expect(await card.count()).toBe(1);
    await page.mouse.move(5, 5);
    await card.waitFor({ state: 'detached' });

    // The same bar again: nothing is read.
    await page.mouse.move(at.x, at.y);
    await card.getByText('Astoria').waitFor();
    expect(cards(requests)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    await page.mouse.move(at.x + 4, at.y);
    await page.waitForTimeout(900);
    expect(await card.count()).toBe(0);

    // Not while dragging.
    const other = await middleOf(page, 'Paint');
    await page.mouse.move(other.x, other.y);
    await page.mouse.down();
    await page.mouse.move(other.x + 6, other.y);
    await page.waitForTimeout(900);
    expect(await card.count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(problems).toEqual([]);
  });

  test('shows in Details with fields that are saved as one action and undone', async () => {
    await fill();
    const { page, problems } = await planning.board(DAY);
    await bar(page, 'Seal').dblclick();
    const card = page.locator('.dock').getByRole('region', { name: 'Job card' });
    await card.getByText('Astoria').waitFor();
    await card.getByLabel('Meter').fill('12x');
    await card.getByText('Enter a number.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await card.getByRole('button', { name: 'Save fields' }).isDisabled()).toBe(true);
    await card.getByLabel('Meter').fill('120');
    await card.getByLabel('State').selectOption('Old');
    await card.getByRole('button', { name: 'Save fields' }).click();
    await until(async () => (await fieldOf('Seal', 'STATE')) === 'Old', 'the fields to be stored');
    expect(await fieldOf('Seal', 'METER')).toBe('120');
    await card.getByLabel('Meter').fill('');
    await card.getByText('A value is required.').waitFor();
    expect(await card.getByRole('button', { name: 'Save fields' }).isDisabled()).toBe(true);
    await bar(page, 'Seal').click();
    await page.keyboard.press('Control+z');
    await until(async () => (await fieldOf('Seal', 'METER')) === undefined, 'the fields to be undone');
    expect(await fieldOf('Seal', 'STATE')).toBeUndefined();
    expect(problems).toEqual([]);
  });

  test('shows open tasks on hover and in Details, and the dialog asks for mandatory fields', async () => {
    await fill();
    const { page, problems } = await planning.board(DAY);
    const row = page.getByRole('row', { name: /Still to plan/ });
    await row.hover();
    await page.locator('.hover-card').getByText('Astoria').waitFor();
    await row.click();
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.locator('.dock').getByRole('region', { name: 'Job card' }).getByText('Veldstraat 1, Gent').waitFor();

    await bar(page, 'Paint').click();
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Edit appointment' });
    await dialog.getByText('Veldstraat 1, Gent').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Meter').fill('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await until(async () => (await fieldOf('Paint', 'METER')) === '7', 'the field to be stored with the appointment');
    expect(problems).toEqual([]);
  });
});

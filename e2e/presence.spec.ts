import type { BrowserContext, Page } from '@playwright/test';
import { Desk } from './fixtures/desk.ts';
import { pressOn, tabTo, type } from './fixtures/keyboard.ts';
import { lineOf, listOf } from './fixtures/lists.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { enterAs } from './fixtures/visitor.ts';

test.use({ settings: demo });

const today = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'America/Toronto' }).format();
const names = ['Aline', 'Boris', 'Carla', 'Denis', 'Elsa', 'Farid'];

async function prepare(url: string, title: string) {
  const staff = await Desk.open(url, 'admin.ilob@demo.example', 7);
  const exam = await staff.makeExam(title, today);
  await staff.place(exam, new Uint8Array(listOf(...names.map((name) => lineOf(name)))));
  return `/configuration/exams/7/${exam.id}`;
}

const counts = (page: Page, text: string) =>
  expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();
const button = (page: Page, state: string, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${state}.*${name}`) });

test('by keyboard alone at 320 px, in two windows at once, everybody is ticked; attestations go to those present', async ({
  page,
  portal,
  browser,
}) => {
  const address = await prepare(portal.url, 'À la porte');
  await enterAs(page, 'admin.ilob@demo.example');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(address);
  await pressOn(page.getByRole('link', { name: 'Pointage des présences' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Pointage des présences' })).toBeVisible();
  await counts(page, '0 présent · 0 absent · 6 à pointer');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  const box = await button(page, 'Présent', 'Aline').boundingBox();
  expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(48);

  const other = await browser.newContext({ baseURL: portal.url, locale: 'en-CA' });
  const second = await other.newPage();
  await enterAs(second, 'admin.ilob@demo.example');
  await second.goto(`/en${address}/presence`);
  await counts(second, '0 present · 0 absent · 6 to check');

  await tabTo(page.getByRole('searchbox'));
  await type(page, 'boris');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Présence pointée.*Boris/)).toBeVisible();
  await Promise.all([
    button(page, 'Présent', 'Carla').press('Enter'),
    button(second, 'Absent', 'Denis').press('Enter'),
  ]);
  for (const one of [page, second])
    await counts(one, one === page ? '2 présents · 1 absent' : '2 present · 1 absent');

  await tabTo(button(page, 'Absent', 'Aline'));
  await page.keyboard.press('Space');
  await counts(page, '2 présents · 2 absents · 2 à pointer');
  // Else the same counts in the other window could be those of before.
  await counts(second, '2 present · 2 absent · 2 to check');
  await page.keyboard.press('Space');
  await counts(page, '2 présents · 1 absent · 3 à pointer');
  await page.keyboard.press('ArrowDown');
  await expect(button(page, 'Absent', 'Boris')).toBeFocused();
  // The last tick has reached the server once the other window shows it.
  await counts(second, '2 present · 1 absent · 3 to check');

  await page.goto(`${address}/results`);
  await expect(page.getByText('2 présents · 1 absent · 3 à pointer')).toBeVisible();
  await page.goto(`${address}/attendance`);
  await expect(page.getByRole('columnheader', { name: 'Pointage' })).toBeVisible();
  await expect(page.getByRole('cell', { name: /^Présent, \d/ })).toHaveCount(2);
  await other.close();
});

test('through a lost network ticks stay on the page, it is said, and they are sent when it is back', async ({
  page,
  portal,
  context,
}) => {
  const address = await prepare(portal.url, 'Sans réseau');
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`${address}/presence`);
  await counts(page, '6 à pointer');
  await context.setOffline(true);
  await button(page, 'Présent', 'Elsa').press('Enter');
  await button(page, 'Absent', 'Farid').press('Enter');
  await expect(
    page.getByText('Le réseau ne répond pas : 2 pointages sont gardés sur cette page'),
  ).toBeVisible();
  await counts(page, '1 présent · 1 absent · 4 à pointer');
  await context.setOffline(false);
  await expect(page.getByText(/Le réseau ne répond pas/)).toHaveCount(0);
  await freshCounts(context, `${address}/presence`, '1 présent · 1 absent · 4 à pointer');
});

test('ticks pressed just before the page is left by address are sent all the same', async ({
  page,
  portal,
  context,
}) => {
  const address = await prepare(portal.url, 'Quittée aussitôt');
  await enterAs(page, 'admin.ilob@demo.example');
  await page.goto(`${address}/presence`);
  await counts(page, '6 à pointer');
  await button(page, 'Présent', 'Aline').press('Enter');
  await button(page, 'Absent', 'Boris').press('Enter');
  await page.goto('/home');
  await freshCounts(context, `${address}/presence`, '1 présent · 1 absent · 4 à pointer');
});

/** What another window reads, which has nothing of this one's memory. */
async function freshCounts(context: BrowserContext, address: string, text: string) {
  const window = await context.newPage();
  await window.goto(address);
  await counts(window, text);
}

import type { Page } from '@playwright/test';
import { openSearch, searchPath, shownEmails, superAdmin } from './fixtures/peopleSearch.ts';
import { demo, expect, test } from './fixtures/portal.ts';
import { tokenOf } from './fixtures/visitor.ts';

test.use({ settings: demo });

/** Notes, at each frame, the arrow of the day of registration and the first address below it. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenFrames: seen });
    const look = () => {
      const heads = [...document.querySelectorAll('th')];
      const head = heads.find(({ textContent }) => textContent?.includes('Compte créé le'));
      const arrow = head?.getAttribute('aria-sort');
      const frame = document.querySelector('.table-frame');
      const isAtTop = frame?.scrollTop === 0;
      if (isAtTop) seen.add(`${arrow} ${frame?.querySelector('a[href^="mailto:"]')?.textContent}`);
      requestAnimationFrame(look);
    };
    look();
  });
}

const seenFrames = (page: Page) =>
  page.evaluate(() => [...(window as unknown as { seenFrames: Set<string> }).seenFrames]);

/** The addresses of everybody as the server orders them by the day of registration. */
async function emailsByDay(url: string, sortDirection: 1 | -1): Promise<string[]> {
  const answer = await fetch(`${url}${searchPath}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenOf(url, superAdmin)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      filters: [{ pageSize: 100_000 }],
      sortParams: { sortField: 'subscriptionDate', sortDirection },
    }),
  });
  const { data } = (await answer.json()) as { data: { email: string }[] };
  return data.map(({ email }) => email);
}

test('S5.33 a list that holds everybody is in order before the server answers, and does not move when it does', async ({
  page,
  portal,
}) => {
  const [ascending, descending] = [await emailsByDay(portal.url, 1), await emailsByDay(portal.url, -1)];
  // At 1280 px the day of registration has no column.
  await page.setViewportSize({ width: 1920, height: 900 });
  await openSearch(page, superAdmin, '?size=100000');
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', `${ascending.length + 1}`);
  const firstByName = (await shownEmails(page).first().textContent()) ?? '';
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${searchPath}`, async (route) => {
    await released;
    await route.continue().catch(() => undefined);
  });
  await watchFrames(page);
  const head = page.getByRole('columnheader', { name: 'Compte créé le' });
  const byDay = head.getByRole('button');
  const shown = async () => (await shownEmails(page).allTextContents()).slice(0, 10);

  await byDay.click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  expect(await shown()).toEqual(ascending.slice(0, 10));
  await byDay.click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  expect(await shown()).toEqual(descending.slice(0, 10));
  await expect(byDay).toBeFocused();
  // The rows of one order never stand under the arrow of another.
  expect(await seenFrames(page)).toEqual([
    `none ${firstByName}`,
    `ascending ${ascending[0]}`,
    `descending ${descending[0]}`,
  ]);
  await expect(page.getByRole('table')).not.toHaveAttribute('aria-busy');

  const frame = page.locator('.table-frame');
  await frame.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
  const standing = async () => ({
    top: await frame.evaluate((element) => element.scrollTop),
    rows: await shownEmails(page).evaluateAll((links) =>
      links.map((link) => `${link.textContent} ${link.getBoundingClientRect().top}`),
    ),
  });
  let before = await standing();
  await expect(async () => {
    const earlier = before;
    before = await standing();
    expect(before.rows[0]).not.toContain(descending[0]);
    expect(before).toEqual(earlier);
  }).toPass();
  const focused = shownEmails(page).nth(8);
  await focused.evaluate((link: HTMLElement) => link.focus({ preventScroll: true }));
  const answered = page.waitForResponse((response) => response.url().endsWith(searchPath));
  release();
  await (await answered).finished();
  await expect(page.getByRole('progressbar', { name: 'Mise à jour de la liste…' })).toBeHidden();
  await expect(focused).toBeFocused();
  expect(await standing()).toEqual(before);
});

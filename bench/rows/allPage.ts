/** The list of people on one page with a hundred thousand rows, in a real Chromium. */
import { type Row, within } from '../row.ts';
import { inBrowser } from '../stage/browser.ts';
import { slowestScrollFrame, untilRowsAfter, watchRows } from '../stage/rowWatch.ts';
import { admin } from '../stage/stage.ts';

/** With the first super admin there are a hundred thousand and one, of whom one page holds all but one. */
const people = 100_000;

export const allPage: Row = {
  name: 'allPage',
  async run(stage) {
    const portal = await stage.startPortal({ DATABASE_URL: await stage.people(people) });
    const { first, slowestFrame, sorted, filtered } = await inBrowser(async (browser) => {
      const context = await browser.newContext({ locale: 'fr-CA', viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      page.setDefaultTimeout(90_000);
      await page.goto(`${portal.url}/login`);
      await page.getByLabel('Adresse courriel').fill(admin.email);
      await page.locator('input[type=password]').fill(admin.password);
      await page.getByRole('button', { name: 'Ouvrir la session' }).click();
      await page.waitForURL(/\/home/);
      await watchRows(page);
      const address = `${portal.url}/configuration/users?size=${people}`;
      const first = await untilRowsAfter(page, () => page.goto(address));
      const slowestFrame = await slowestScrollFrame(page);
      const byDay = page.getByRole('columnheader').getByRole('button', { name: 'Inscription' });
      const sorted = await untilRowsAfter(page, () => byDay.click());
      const search = page.getByRole('search').locator('input').first();
      const filtered = await untilRowsAfter(page, () => search.fill('lavoie'));
      return { first, slowestFrame, sorted, filtered };
    });
    await portal.stop();
    const ms = (job: string, product: number, atMost: number, note?: string) =>
      within({ job, product, unit: 'ms', atMost, note });
    const afterData = (value: number) => `${Math.round(value)} ms of it after the data came.`;
    return {
      results: [
        ms('All page, 100,000 people: first rows after the data came', first.afterData, 1000),
        ms('its slowest frame while scrolling', slowestFrame, 50),
        ms('sorting it, from the click to the rows', sorted.afterAct, 300, afterData(sorted.afterData)),
        ms('filtering it, from the key to the rows', filtered.afterAct, 300, afterData(filtered.afterData)),
      ],
    };
  },
};

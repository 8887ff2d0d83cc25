/** The sign-in page in a browser with an empty cache, compared with React and react-dom and a form. */
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { servePage } from '../limits/servePage.ts';
import { median } from '../measure/rounds.ts';
import { beside, type Row, within } from '../row.ts';
import { inBrowser, type Taken, watchLine } from '../stage/browser.ts';

const rounds = 3;
/** The text of the page before any script runs. */
const words = ['Adresse courriel', 'Mot de passe', 'Ouvrir la session'];

export const signInPage: Row = {
  name: 'signInPage',
  async run(stage) {
    const portal = await stage.startPortal({ DATABASE_URL: await stage.copy(0) });
    const alone = await servePage(join(stage.folder, 'reactForm'));
    const html = await (await fetch(`${portal.url}/login`)).text();
    const [product, limit] = await inBrowser(async (browser) => [
      await visit(browser, `${portal.url}/login`),
      await visit(browser, alone.url),
    ]);
    alone.stop();
    await portal.stop();
    const missing = words.filter((word) => !html.includes(word));
    return {
      results: [
        beside({
          job: 'sign-in page, cold: bytes, brotli',
          product: product.kilobytes,
          limit: { what: 'React + react-dom and a form', value: limit.kilobytes },
          unit: 'kB',
          atMost: 1.27,
          bound: pageBound,
          note: `First paint of words after ${Math.round(product.firstPaint)} ms, of the limit after ${Math.round(limit.firstPaint)} ms.`,
        }),
        within({
          job: 'its requests',
          product: product.requests,
          unit: 'requests',
          atMost: 4,
          note: product.paths.join(', '),
        }),
        within({
          job: 'its words that are missing in the first HTML',
          product: missing.length,
          unit: 'words',
          atMost: 0,
          note: `Looked for: ${words.join(', ')}.`,
        }),
      ],
    };
  },
};

const pageBound =
  'React and react-dom alone are 58.1 kB of it, the portal’s own first script 8.2, its style 3.9, the page with its words and ' +
  'the texts of the first script 3.6. Done, in kB: only those texts instead of a language’s (17 less), other pages and what ' +
  'follows a press after the first script (4), style of this page alone (2), a store of our own for the session (1.3). ' +
  'Much less takes a first script without React.';

async function visit(browser: Browser, url: string) {
  const visits: (Taken & { firstPaint: number })[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext({ locale: 'fr-CA' });
    const page = await context.newPage();
    const taken = await watchLine(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('input[type=password]').waitFor();
    const firstPaint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    visits.push({ ...taken(), firstPaint });
    await context.close();
  }
  return {
    kilobytes: median(visits.map(({ bytes }) => bytes)) / 1000,
    requests: median(visits.map(({ requests }) => requests.length)),
    paths: (visits[0]?.requests ?? []).map((address) => new URL(address).pathname),
    firstPaint: median(visits.map(({ firstPaint }) => firstPaint)),
  };
}

import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/portal.ts';

/** What becomes of the tries of a script that found its way into a page. */
function tryOut(page: Page) {
  return page.evaluate(() => {
    const tries: Record<string, () => unknown> = {
      html: () => {
        document.body.insertAdjacentHTML('beforeend', '<i>a</i>');
      },
      parser: () => new DOMParser().parseFromString('<p>a</p>', 'text/html'),
      script: () => {
        document.createElement('script').text = 'window.ran = true';
      },
      inline: () => {
        const script = document.createElementNS('http://www.w3.org/1999/xhtml', 'script');
        script.append('window.ran = true');
        document.body.append(script);
      },
    };
    const outcomes = Object.entries(tries).map(([name, attempt]) => {
      try {
        attempt();
        return [name, 'done'];
      } catch {
        return [name, 'refused'];
      }
    });
    return { ...Object.fromEntries(outcomes), ran: 'ran' in window };
  });
}

test('a page hands no text to a parser and runs no script that stands in it', async ({ page, forbidden }) => {
  await page.goto('/login');
  const refused = { html: 'refused', parser: 'refused', script: 'refused', ran: false };
  expect(await tryOut(page)).toMatchObject(refused);
  // What every journey is watched for is seen.
  await expect.poll(() => forbidden.length).toBe(5);
  forbidden.length = 0;
});

test('a page with the text editor runs no script that stands in it either', async ({ page, forbidden }) => {
  await page.goto('/dc/configuration');
  expect(await tryOut(page)).toMatchObject({ ran: false });
  await expect.poll(() => forbidden.length).toBe(1);
  forbidden.length = 0;
});

import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/setup/browser.mjs';

/** A real Chromium for as long as `work` takes. @throws when there is none */
export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = findBrowser();
  if (!executablePath)
    throw new Error('No Chromium was found. Install Chromium or Chrome, or set CHROMIUM to its path.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export interface Taken {
  readonly requests: readonly string[];
  /** Of the bodies, as they come over the line; the heads of the answers, a good kilobyte each, are not among them. */
  readonly bytes: number;
}

/** What a page takes over the line from now on, until asked. */
export async function watchLine(page: Page): Promise<() => Taken> {
  const session = await page.context().newCDPSession(page);
  const requests: string[] = [];
  let bytes = 0;
  session.on('Network.requestWillBeSent', ({ request }) => void requests.push(request.url));
  session.on('Network.responseReceived', ({ response }) => {
    bytes += Number(response.headers['content-length'] ?? response.headers['Content-Length'] ?? 0);
  });
  await session.send('Network.enable');
  return () => ({ requests: requests.filter((url) => !url.startsWith('data:')), bytes });
}

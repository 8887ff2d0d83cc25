import { type Browser, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/setup/browser.mjs';

/** Runs `work` with a real Chromium. @throws when there is none */
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
  /** Bytes of response bodies as transferred, without headers (a good kilobyte each). */
  readonly bytes: number;
}

/** Counts the transferred bytes of a page from now on; returns a function that reads the count. */
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

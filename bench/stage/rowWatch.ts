import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** When the first visible row last changed and was painted, and when the last click or key was. */
    rowWatch: { changedAt: number; actedAt: number; first: string };
  }
}

/**
 * Installs a script that records, frame by frame, when the page's rows change: they are painted one frame later.
 * Applies from the next page on.
 */
export async function watchRows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.rowWatch = { changedAt: 0, actedAt: 0, first: '' };
    const act = (event: Event) => {
      window.rowWatch.actedAt = event.timeStamp;
    };
    for (const name of ['click', 'input', 'keydown']) addEventListener(name, act, { capture: true });
    const look = (): unknown => {
      const first = document.querySelector('tr[data-index]')?.textContent ?? '';
      if (first === window.rowWatch.first) return requestAnimationFrame(look);
      requestAnimationFrame(() => {
        Object.assign(window.rowWatch, { first, changedAt: performance.now() });
        look();
      });
    };
    requestAnimationFrame(look);
  });
}

/**
 * Runs `act` and waits until other rows are painted, the first of which contains `first`; returns the milliseconds from
 * the click or key, and from the last byte of the reply, if there was one.
 */
export async function untilRowsAfter(
  page: Page,
  act: () => Promise<unknown>,
  first: string,
): Promise<{ readonly afterAct: number; readonly afterData: number }> {
  const before = await page.evaluate(() => window.rowWatch?.first ?? '').catch(() => '');
  if (before.includes(first)) throw new Error(`${first} shows already`);
  await act();
  await page.waitForFunction((text) => window.rowWatch?.first.includes(text), first);
  return page.evaluate(() => {
    const { changedAt, actedAt } = window.rowWatch;
    const calls = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/user\/search/i.test(name));
    const dataAt = Math.max(actedAt, ...calls.map((call) => (call as PerformanceResourceTiming).responseEnd));
    return { afterAct: changedAt - actedAt, afterData: changedAt - dataAt };
  });
}

/**
 * Scrolls the long list for three seconds, by pages and then by the wheel; returns the longest frame in milliseconds.
 */
export function slowestScrollFrame(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let frame = document.querySelector('tr[data-index]')?.parentElement ?? null;
    while (frame && frame.scrollHeight <= frame.clientHeight + 1000) frame = frame.parentElement;
    if (!frame) throw new Error('nothing scrolls');
    const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    let slowest = 0;
    let last = await nextFrame();
    const end = last + 3000;
    for (let step = 0; last < end; step++) {
      frame.scrollTop += step % 60 === 59 ? frame.scrollHeight / 10 : 120;
      const now = await nextFrame();
      slowest = Math.max(slowest, now - last);
      last = now;
    }
    frame.scrollTop = 0;
    await nextFrame();
    await nextFrame();
    return slowest;
  });
}

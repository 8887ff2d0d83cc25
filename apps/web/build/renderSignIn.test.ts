import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import texts from '../public/assets/i18n/fr.json' with { type: 'json' };

it('draws the sign-in page and prints nothing, though parts of it would load later', async () => {
  const drawing = new Worker(`${import.meta.dirname}/renderSignIn.mjs`, {
    workerData: { language: 'fr', texts },
    stdout: true,
    stderr: true,
  });
  const printed = Promise.all([text(drawing.stdout), text(drawing.stderr)]);
  const [drawn] = await once(drawing, 'message');
  expect(drawn).toContain('Ouvrir une session');
  expect(await printed).toEqual(['', '']);
});

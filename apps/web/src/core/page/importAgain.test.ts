import { expect, test } from 'vitest';
import { importAgain } from './importAgain.ts';

// The second request after a failure is tested in a browser: `e2e/configuration.spec.ts`.

test('an error without an address stays', async () => {
  const load = importAgain(() => Promise.reject(new TypeError('Importing a module script failed.')));
  await expect(load()).rejects.toThrow('Importing a module script failed.');
});

test('a script that is there is not asked for again', async () => {
  expect(await importAgain(() => Promise.resolve(7))()).toBe(7);
});

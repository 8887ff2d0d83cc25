import { expect, test } from 'vitest';
import { askStrengthThread } from './refuseWeakPassword.service.ts';

test('many passwords at once each get their own answer, and the event loop is not blocked', async () => {
  const questions = ['Soleil#27', 'Brume#Verte27', 'Telfer2026!', 'Ours&Boussole8'];
  const around = ['Telfer'];
  const faults = await Promise.all(questions.map((password) => askStrengthThread({ password, around })));
  expect(faults).toEqual(['commonPassword', null, 'nearPassword', null]);
});

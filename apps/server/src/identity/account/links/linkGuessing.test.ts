import { resetPassword, verifyToken } from '@guichet/contract/identity/account';
import { confirmEmail } from '@guichet/contract/identity/account.confirmation';
import { expect, test } from 'vitest';
import { usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();
const guess = { userName: 'zoe@etu.example.ca', token: 'resetPassword.guess' };
const password = { newPassword: 'Brume#Verte1', confirmNewPassword: 'Brume#Verte1' };

test('invalid mail tokens are limited to sixty a minute, over all endpoints', async () => {
  const { nobody, context } = desk.portal;
  const headers = { 'x-forwarded-for': '10.7.7.7' };
  const ways = [
    () => nobody.call(verifyToken, { body: guess, headers }),
    () => nobody.call(resetPassword, { body: { ...guess, ...password }, headers }),
    () => nobody.call(confirmEmail, { query: { u: guess.userName, t: guess.token }, headers }),
  ];
  for (let times = 0; times < 20; times++) {
    for (const way of ways) expect((await way()).reply).toBe(false);
  }
  for (const way of ways) {
    const { status, problem, headers: told } = await way();
    expect([status, problem.code]).toEqual([429, 'request.tooMany']);
    expect(Number(told['retry-after'])).toBeLessThanOrEqual(60);
  }
  // Other networks are not affected, and a minute later this network is free again too.
  const link = await desk.askForLink((await desk.makePerson()).email);
  expect(await desk.verify(link)).toBe(true);
  context.clock.advance(61);
  expect((await nobody.call(verifyToken, { body: link, headers })).reply).toBe(true);
});

test('valid links are not counted, however often they are checked', async () => {
  const link = await desk.askForLink((await desk.makePerson()).email);
  const headers = { 'x-forwarded-for': '10.7.7.8' };
  for (let times = 0; times < 65; times++)
    expect((await desk.portal.nobody.call(verifyToken, { body: link, headers })).reply).toBe(true);
});

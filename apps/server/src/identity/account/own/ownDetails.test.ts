import { confirmAddress } from '@guichet/contract/identity/account.confirmation';
import {
  askOwnAddress,
  changeOwnLanguage,
  changeOwnName,
  dropOwnAddress,
  findOwnDetails,
} from '@guichet/contract/identity/account.own';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { expect, it } from 'vitest';
import { type Caller, madePassword } from '../../../../test/portal.ts';
import { linesAbout, makePerson, readUserRow } from '../../users/fixtures/people.ts';
import { usePasswordDesk } from '../fixtures/passwordDesk.ts';

const desk = usePasswordDesk();
let count = 0;
const freshAddress = () => `neuve${++count}@universite.example.ca`;

const ask = (who: Caller, email: string, password = madePassword) =>
  who.call(askOwnAddress, { body: { email, proof: { password } } });
const detailsOf = async (who: Caller) => (await who.call(findOwnDetails)).reply;
const subjectsTo = async (email: string) =>
  (await desk.mailsTo(email)).flatMap(({ recipient, subject, state }) =>
    recipient === email ? [`${state}: ${subject}`] : [],
  );

async function linkTo(email: string) {
  const mails = await desk.mailsTo(email);
  const text = mails.find(({ recipient, state }) => recipient === email && state === 'queued')?.text ?? '';
  const url = new URL(/<(\S+confirm-email\S+)>/.exec(text)?.[1] ?? 'x:');
  return { t: url.searchParams.get('t') ?? '', u: url.searchParams.get('u') ?? '' };
}
const press = async ({ u: userName, t: token }: { t: string; u: string }, password = madePassword) => {
  const { reply } = await desk.portal.nobody.call(confirmAddress, { body: { userName, token, password } });
  return reply.outcome === 'confirmed';
};

it('their own name is changed at once, also in mails that have not left, with an audit line', async () => {
  const admin = await desk.portal.as('admin', 3);
  const names = { firstName: 'Éloïse', lastName: 'D’Amours' };
  expect((await admin.call(changeOwnName, { body: names })).reply).toBe(true);
  expect(await detailsOf(admin)).toMatchObject({ ...names, newEmail: null });
  expect((await linesAbout(desk.portal, admin.userId)).at(-1)).toMatchObject({
    action: 'user.corrected',
    detail: { lastName: { to: 'D’Amours' } },
  });
  const lines = (await linesAbout(desk.portal, admin.userId)).length;
  expect((await admin.call(changeOwnName, { body: names })).reply).toBe(true);
  expect(await linesAbout(desk.portal, admin.userId)).toHaveLength(lines);
  const blank = await admin.call(changeOwnName, { body: { firstName: ' ', lastName: ' ' } });
  expect(blank.problem.errors).toContainEqual({ path: 'firstName', messageKey: 'required' });
});

it('a new address counts once its link is confirmed: sessions end, the old one is told, the link works once', async () => {
  const admin = await desk.portal.as('admin', 3);
  const { email } = await detailsOf(admin);
  const right = freshAddress();
  expect((await ask(admin, right)).reply).toEqual({ outcome: 'asked' });
  expect(await detailsOf(admin)).toMatchObject({ email, newEmail: right });
  expect([await desk.canSignIn(email, madePassword), await desk.canSignIn(right, madePassword)]).toEqual([
    true,
    false,
  ]);
  expect(await subjectsTo(email)).toEqual([]);
  const link = await linkTo(right);
  expect(await press({ ...link, u: email })).toBe(false);
  expect(await press(link)).toBe(true);
  expect((await admin.call(listOwnSessions)).status).toBe(401);
  expect([await desk.canSignIn(email, madePassword), await desk.canSignIn(right, madePassword)]).toEqual([
    false,
    true,
  ]);
  expect(await subjectsTo(email)).toEqual(['queued: L’adresse de votre compte a changé']);
  expect((await desk.mailsTo(email))[0]?.text).toContain('vous l’avez changée');
  expect((await linesAbout(desk.portal, admin.userId)).map(({ action }) => action).slice(-2)).toEqual([
    'user.newAddressAsked',
    'account.addressChanged',
  ]);
  const third = freshAddress();
  await desk.portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ email: third, email_key: third }).where('id', '=', admin.userId).execute(),
  );
  expect(await press(link)).toBe(false);
  expect((await readUserRow(desk.portal, admin.userId))?.email).toBe(third);
});

it('the link is over after seven days, and void after a newer request or its withdrawal', async () => {
  const support = await desk.portal.as('support', 3);
  const [first, second] = [freshAddress(), freshAddress()];
  await ask(support, first);
  const old = await linkTo(first);
  await ask(support, second);
  expect(await press(old)).toBe(false);
  expect(await subjectsTo(first)).toEqual(['cancelled: Confirmez votre nouvelle adresse']);
  const dropped = await linkTo(second);
  expect((await support.call(dropOwnAddress)).reply).toBe(true);
  expect((await support.call(dropOwnAddress)).reply).toBe(false);
  expect(await press(dropped)).toBe(false);
  const third = freshAddress();
  await ask(support, third);
  const late = await linkTo(third);
  const { database, clock } = desk.portal.context;
  await database.transact((tx) =>
    tx
      .updateTable('account_tokens')
      .set({ expires_at: clock.now() })
      .where('new_email', '=', third)
      .execute(),
  );
  expect(await press(late)).toBe(false);
  expect((await detailsOf(support)).newEmail).toBeNull();
});

it('an address of another account gets the same reply, state and audit line; its owner gets a notice without a link', async () => {
  const [admin, other] = [await desk.portal.as('admin', 3), await desk.portal.as('admin', 3)];
  const [taken, free] = [freshAddress(), freshAddress()];
  const holder = await makePerson(desk.portal, { email: taken, roles: [{ role: 'student', systemId: 2 }] });
  const [toTaken, toFree] = [await ask(admin, taken.toUpperCase()), await ask(other, free.toUpperCase())];
  expect([toTaken.status, toTaken.raw]).toEqual([toFree.status, toFree.raw]);
  expect((await detailsOf(admin)).newEmail).toBe(taken.toUpperCase());
  const lineOf = async (who: Caller) => {
    const line = (await linesAbout(desk.portal, who.userId)).at(-1);
    return [line?.action, Object.keys(line?.detail ?? {})];
  };
  expect(await lineOf(admin)).toEqual(await lineOf(other));
  expect(await subjectsTo(taken)).toEqual(['queued: Votre adresse a été demandée pour un autre compte']);
  const notice = (await desk.mailsTo(taken))[0];
  expect([notice?.text, notice?.systemId]).toEqual([expect.not.stringContaining('confirm-email'), null]);
  expect((await readUserRow(desk.portal, holder))?.email).toBe(taken);
});

it('asks for the password, refuses a wrong one, the address they have, and a sixth request in a day', async () => {
  const admin = await desk.portal.as('admin', 3);
  const wrong = await ask(admin, freshAddress(), 'Faux#Mot1');
  expect([wrong.status, wrong.reply]).toEqual([403, { outcome: 'wrongProof' }]);
  expect((await detailsOf(admin)).newEmail).toBeNull();
  const { email } = await detailsOf(admin);
  expect((await ask(admin, email.toUpperCase())).reply).toEqual({ outcome: 'present' });
  const statuses = [];
  for (let n = 0; n < 5; n += 1) statuses.push((await ask(admin, freshAddress())).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

it('is for staff: a candidate asks for a correction instead', async () => {
  const student = await desk.portal.as('student', 3);
  const body = { firstName: 'Zoé', lastName: 'Roy' };
  for (const who of [student, desk.portal.nobody]) {
    const status = who === student ? 403 : 401;
    expect((await who.call(changeOwnName, { body })).status).toBe(status);
    expect((await ask(who, freshAddress())).status).toBe(status);
    expect((await who.call(dropOwnAddress)).status).toBe(status);
  }
});

it('the language of their mails is theirs to change, a candidate’s too, and the next mail is in it', async () => {
  const email = freshAddress();
  const student = await desk.portal.as('student', 3, { email });
  const body = { languageId: 'en' } as const;
  for (let n = 0; n < 2; n += 1) expect((await student.call(changeOwnLanguage, { body })).reply).toBe(true);
  const lines = (await linesAbout(desk.portal, student.userId)).filter(
    ({ action }) => action === 'user.corrected',
  );
  expect(lines).toMatchObject([{ detail: { language: { from: 'fr', to: 'en' } } }]);
  expect((await readUserRow(desk.portal, student.userId))?.language).toBe('en');
  expect((await desk.portal.nobody.call(changeOwnLanguage, { body })).status).toBe(401);
});

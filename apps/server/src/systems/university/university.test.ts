import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forgotPassword } from '@guichet/contract/identity/account';
import { startPasskey, startTotp } from '@guichet/contract/identity/factors';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { listOpenSteps } from '@guichet/contract/overview/home.setup';
import { getUniversity, saveUniversity } from '@guichet/contract/systems/university';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { createPortal, type Portal } from '../../app.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { findUniversityName } from '../../core/database/universityName.ts';
import { findPasswordFault } from '../../identity/users/passwordStrength/refuseWeakPassword.service.ts';

const north = { fr: 'Université du Nord', en: 'University of the North' };
const settings = { fr: 'Université', en: 'University' };

const dist = mkdtempSync(join(tmpdir(), 'guichet-university-'));
writeFileSync(
  join(dist, 'index.html'),
  '<!doctype html><meta name="university-fr" content=""><meta name="university-en" content="">',
);

let portal: TestPortal;
let pages: Portal;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  pages = await createPortal(portal.context, dist);
});
beforeEach(async () => {
  await systemTransaction(portal.context, (tx) => tx.deleteFrom('university').execute());
  portal.context.clock.advance(2);
});
afterAll(async () => {
  await pages.app.close();
  await portal.close();
  rmSync(dist, { recursive: true });
});

const save = (body: { fr: string; en: string; version: number }, who = superAdmin) =>
  who.call(saveUniversity, { body });
const pageIn = async (app: TestPortal['app'], url: string) => (await app.inject({ url })).body;

test('a super admin writes the name in both languages; without it that of the settings holds', async () => {
  expect((await superAdmin.call(getUniversity)).reply).toMatchObject({ ...settings, version: 0 });
  expect((await superAdmin.call(listOpenSteps)).reply).toContainEqual({ step: 'universityName' });

  expect((await save({ fr: ' Université du Nord ', en: north.en, version: 0 })).reply).toMatchObject({
    ...north,
    version: 1,
  });
  expect((await superAdmin.call(getUniversity)).reply).toMatchObject({ ...north, version: 1 });
  expect((await superAdmin.call(listOpenSteps)).reply).not.toContainEqual({ step: 'universityName' });
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['detail', 'actor_name', 'subject'])
    .where('action', '=', 'university.renamed')
    .execute();
  expect(lines).toEqual([
    {
      actor_name: expect.any(String),
      subject: 'university',
      detail: {
        before: { nameFr: 'Université', nameEn: 'University' },
        after: { nameFr: north.fr, nameEn: north.en },
      },
    },
  ]);
});

test('a name that is called Université on purpose is written, and its line is gone', async () => {
  await save({ ...settings, version: 0 });
  expect((await superAdmin.call(listOpenSteps)).reply).not.toContainEqual({ step: 'universityName' });
});

test('nobody but a super admin reads or writes it', async () => {
  for (const who of [portal.nobody, ...(await Promise.all(rolesBelow()))]) {
    const status = who === portal.nobody ? 401 : 403;
    expect((await who.call(getUniversity)).status).toBe(status);
    expect((await save({ ...north, version: 0 }, who)).status).toBe(status);
  }
  expect((await superAdmin.call(getUniversity)).reply.version).toBe(0);
});
const rolesBelow = () => (['admin', 'support', 'student'] as const).map((role) => portal.as(role, 3));

test('an empty, a long and a broken name are refused, all at once', async () => {
  const refused = await save({ fr: '  ', en: 'x'.repeat(121), version: 0 });
  expect(refused.status).toBe(400);
  expect(refused.problem.errors).toEqual([
    { path: 'fr', messageKey: 'required' },
    { path: 'en', messageKey: 'maxLength' },
  ]);
  for (const fr of ['Nord\r\nBcc: a@b.ca', 'Nord\u2028Sud', 'Nord\u0000'])
    expect((await save({ fr, en: 'N', version: 0 })).status).toBeGreaterThanOrEqual(400);
  expect((await superAdmin.call(getUniversity)).reply.version).toBe(0);
});

test('the second of two people who write it is shown what the first wrote, and may decide', async () => {
  const other = await portal.as('superAdmin', null, { firstName: 'Zoé', lastName: 'Côté' });
  await save({ ...north, version: 0 }, other);
  const mine = { fr: 'Université du Sud', en: 'University of the South' };
  const conflict = await save({ ...mine, version: 0 });
  expect(conflict.status).toBe(409);
  expect(JSON.parse(conflict.raw)).toMatchObject({
    outcome: 'changedMeanwhile',
    current: { ...north, version: 1, savedAt: portal.context.clock.now().toISOString(), savedBy: 'Zoé Côté' },
  });
  expect((await superAdmin.call(getUniversity)).reply).toMatchObject({ ...north, version: 1 });
  // Saving the same name is no conflict, and makes no version.
  expect((await save({ ...north, version: 0 })).reply).toMatchObject({ ...north, version: 1 });
  expect((await save({ ...mine, version: 1 })).reply).toMatchObject({ ...mine, version: 2 });
});

test('of two who write the first name at once, one is told of the other', async () => {
  const both = await Promise.all([1, 2].map((n) => save({ fr: `Nord ${n}`, en: 'North', version: 0 })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('it is shown at once on pages, in mails and by what the portal is called elsewhere', async () => {
  const hostile = { fr: 'Université « <b>$& » {{university}}', en: 'University of the North' };
  // This process has read the old name a moment before.
  expect(await pageIn(pages.app, '/login')).toContain('content="University"');
  await save({ ...hostile, version: 0 });
  const signIn = await pageIn(pages.app, '/login');
  expect(signIn).toContain('<meta name="university-en" content="University of the North">');
  expect(signIn).toContain('content="Université « &#60;b&#62;$&#38; » {{university}}"');
  expect(signIn).not.toContain('<b>$&');
  expect(await pageIn(portal.app, '/learning/nothing?lang=en')).toContain('University of the North');
  const test = await portal.app.inject({
    url: '/api/message/SendEmailTest/3/2',
    headers: { accept: 'text/html', 'accept-language': 'en' },
  });
  expect(test.body).toContain('<title>University of the North');

  const { email } = await portal.make('student', 3);
  const body = { email, systemId: 3, languageId: 'en' as const };
  await portal.nobody.call(forgotPassword, { body });
  const [mail] = (await superAdmin.call(listMails, { query: { search: email } })).reply.mails;
  const { reply: read } = await superAdmin.call(getMail, { params: { mailId: mail?.id ?? 0 } });
  expect([read.html, read.text].every((text) => text.includes('University of the North'))).toBe(true);
  expect(JSON.stringify(read)).toContain('University of the North <');

  const proof = { body: { proof: { password: madePassword } } };
  const person = await portal.as('student', 3);
  const { reply: totp } = await person.call(startTotp, proof);
  expect(totp).toMatchObject({ address: expect.stringContaining('issuer=Universit') });
  expect(JSON.stringify((await person.call(startPasskey, proof)).reply)).toContain(hostile.fr);
  const owner = { email: 'zoe@u.ca', firstName: 'Zoé', lastName: 'Côté' };
  expect(await findPasswordFault(portal.context, 'UniversityoftheNorth#1', owner)).not.toBeNull();
});

test('another process shows it within a second, and goes on with it while the database is away', async () => {
  const { context } = portal;
  let isAway = false;
  const database = {
    ...context.database,
    get read() {
      if (isAway) throw new Error('away');
      return context.database.read;
    },
  };
  const other = await createPortal({ ...context, database }, dist);
  expect(await pageIn(other.app, '/login')).toContain('content="University"');
  await save({ ...north, version: 0 });
  expect(await pageIn(pages.app, '/login')).toContain(`content="${north.en}"`);
  context.clock.advance(1);
  expect(await pageIn(other.app, '/login')).toContain(`content="${north.en}"`);
  isAway = true;
  context.clock.advance(60);
  expect(await pageIn(other.app, '/login')).toContain(`content="${north.en}"`);
  expect(await findUniversityName({ ...context, database })).toEqual(north);
  await other.app.close();
});

import { changePassword, chooseFirstPassword, resetPassword } from '@guichet/contract/identity/account';
import { confirmAddress } from '@guichet/contract/identity/account.confirmation';
import {
  checkEmailAvailable,
  checkPassword,
  createUser,
  updatePassword,
} from '@guichet/contract/identity/account.given';
import { login } from '@guichet/contract/identity/sessions';
import { getMail, listMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { testAdmin } from '../../../../test/testApp.ts';
import { linesAbout, makePerson, readUserRow } from '../../users/fixtures/people.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
let people = 0;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const good = 'Nouveau#Volet1';
const newAddress = () => `nouvelle${++people}@etu.example.ca`;
const formOf = (more: object = {}) => ({
  userName: newAddress(),
  firstName: 'Noé',
  lastName: 'Où',
  roleList: ['DC'],
  newPassword: good,
  confirmNewPassword: good,
  ...more,
});
const create = (more: object = {}, who = admin) => who.call(createUser, { body: formOf(more) as never });
const setPassword = (userId: number, more: object = {}, who = admin) =>
  who.call(updatePassword, {
    body: { userId, newPassword: good, confirmNewPassword: good, ...more } as never,
  });
const signIn = async (username: string, password: string) => {
  const headers = { 'x-forwarded-for': `10.7.${people % 250}.${Math.floor(Math.random() * 250)}` };
  return (await portal.nobody.call(login, { body: { username, password }, headers })).reply;
};
const accountOf = (email: string) =>
  portal.context.database.read
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', email)
    .executeTakeFirst();

/** The mails to this address as a super admin reads them, with secrets, because mails are only written to files. */
async function mailsTo(email: string) {
  const { reply } = await superAdmin.call(listMails, { query: { search: email } });
  const read = (mailId: number) => superAdmin.call(getMail, { params: { mailId } });
  return Promise.all(reply.mails.map(async ({ id }) => (await read(id)).reply));
}

async function stored() {
  const { read } = portal.context.database;
  return [
    await read.selectFrom('mailings').selectAll().execute(),
    await read.selectFrom('outgoing_mails').selectAll().execute(),
    await read.selectFrom('audit_lines').selectAll().execute(),
  ];
}

/** Invalid passwords, each with the keys of the rules that it breaks. */
const badPasswords = [
  ['', ['required']],
  ['Abcd#12', ['requiredWithLenght']],
  [`Abc#1${'x'.repeat(21)}`, ['requiredWithLenght']],
  ['Abcdefg#', ['hasNumber']],
  ['abcdef#1', ['hasCapitalCase']],
  ['ABCDEF#1', ['hasSmallCase']],
  ['Abcdefg1', ['hasSpecialCharacters']],
  [' ', ['requiredWithLenght', 'hasNumber', 'hasCapitalCase', 'hasSmallCase', 'hasSpecialCharacters']],
] as const;

describe('the password of every form that sets one', () => {
  it('S5.3 S5.4 S5.5 S5.6 S5.7 S5.10 is refused by the server, called directly, with the key of each broken rule', async () => {
    const zoe = await makePerson(portal);
    const link = { userName: 'zoe@etu.example.ca', token: 'x' };
    for (const [newPassword, keys] of badPasswords) {
      const fields = { newPassword, confirmNewPassword: newPassword };
      const answers = [
        await create(fields),
        await setPassword(zoe, fields),
        await admin.call(changePassword, { body: { currentPassword: 'Cle-Sure#1', ...fields } }),
        await admin.call(chooseFirstPassword, { body: fields }),
        await portal.nobody.call(resetPassword, { body: { ...link, ...fields } }),
      ];
      for (const { status, problem } of answers) {
        expect(status).toBe(400);
        const faults = (problem.errors ?? []).filter(({ path }) => path === 'newPassword');
        expect(faults.map(({ messageKey }) => messageKey)).toEqual(keys);
      }
    }
    expect((await readUserRow(portal, zoe))?.password_hash).toBeNull();
  });

  it('S5.3 S5.7 takes 8 and 25 characters, and each of the nine special ones alone', async () => {
    const zoe = await makePerson(portal);
    const passwords = [
      'Bvkrpl#1',
      `Bvkrpl#1${'mnoq'.repeat(4)}x`,
      ...[...'!@#$%^&*_'].map((sign) => `Bvkrpl1${sign}`),
    ];
    for (const newPassword of passwords)
      expect((await setPassword(zoe, { newPassword, confirmNewPassword: newPassword })).reply).toBe(true);
  });

  it('S5.8 requires the confirmation, and requires it to match', async () => {
    const zoe = await makePerson(portal);
    for (const [confirmNewPassword, messageKey] of [
      ['', 'required'],
      ['Nouveau#Volet2', 'mustMatch'],
    ] as const)
      for (const { problem } of [
        await create({ confirmNewPassword }),
        await setPassword(zoe, { confirmNewPassword }),
      ])
        expect(problem.errors).toEqual([{ path: 'confirmNewPassword', messageKey }]);
  });
});

describe('a new user', () => {
  it('S7.14 has the roles, can sign in, and chooses another password first', async () => {
    const userName = newAddress();
    const { status, raw } = await create({
      userName: ` ${userName.toUpperCase()} `,
      roleList: ['Support - DC', 'Admin - DC'],
      profession: 'Avocate',
      newsLetter: true,
      languageId: 2,
    });
    expect([status, raw]).toEqual([200, 'true']);
    expect(await accountOf(userName)).toMatchObject({
      first_name: 'Noé',
      language: 'en',
      profession: 'Avocate',
      wants_newsletter: true,
    });
    const caller = await portal.signIn(userName, good);
    const body = { newPassword: 'Choisi#Volet22', confirmNewPassword: 'Choisi#Volet22' };
    expect((await caller.call(chooseFirstPassword, { body })).reply).toBe(true);
    const { id = 0 } = (await accountOf(userName)) ?? {};
    expect((await linesAbout(portal, id))[0]).toMatchObject({
      action: 'user.created',
      systemId: 3,
      detail: { name: 'Noé Où', roles: ['support:3', 'admin:3'], mailed: false },
    });
  });

  it('S8.5 S5.27 with a taken address is refused in the words of the requirements, also at once', async () => {
    const userName = newAddress();
    const both = await Promise.all([create({ userName }), create({ userName: userName.toUpperCase() })]);
    const refused = both.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(1);
    const { status, problem } = await create({ userName });
    expect([status, problem.detail, problem.code]).toEqual([
      400,
      `User ${userName} already exist`,
      'user.alreadyExists',
    ]);
    expect(refused[0]?.status).toBe(400);
  });

  it('S5.11 S5.12 needs a valid address, both names and a role, and reports all fields at once', async () => {
    const { problem } = await create({ userName: '', firstName: ' ', lastName: '', roleList: [] });
    expect(problem.errors).toEqual([
      { path: 'userName', messageKey: 'required' },
      { path: 'firstName', messageKey: 'required' },
      { path: 'lastName', messageKey: 'required' },
      { path: 'roleList', messageKey: 'required' },
    ]);
    for (const userName of ['zoe', 'zoe@', '@x.ca', 'a b@x.ca'])
      expect((await create({ userName })).problem.errors).toEqual([
        { path: 'userName', messageKey: 'email' },
      ]);
  });

  it('gets only roles that the caller may give', async () => {
    for (const role of ['Admin - PDI', 'Super Admin', 'Reine']) {
      const userName = newAddress();
      expect((await create({ userName, roleList: ['DC', role] })).problem.code).toBe('role.notYours');
      expect(await accountOf(userName)).toBeUndefined();
    }
    const userName = newAddress();
    const roleList = ['Super Admin', 'Admin - Telfer', 'CGPP'];
    const proof = { password: testAdmin.password };
    expect((await create({ userName, roleList, proof }, superAdmin)).reply).toBe(true);
  });

  it('is refused to support, students and signed-out callers', async () => {
    const userName = newAddress();
    for (const who of [await portal.as('support', 3), await portal.as('student', 3)])
      expect((await create({ userName }, who)).problem.code).toBe('access.denied');
    expect((await create({ userName }, portal.nobody)).status).toBe(401);
    expect(await accountOf(userName)).toBeUndefined();
  });
});

describe('the mail to a new user', () => {
  const text = {
    emailtitle: 'Bienvenue {{firstName}}',
    emailbody:
      '<p onclick="x()">Allo {{firstName}}<script>alert(1)</script></p><p>Mot de passe : {{ setPasswordUrl }}</p><p><a href="{{confirmUrl}}">Confirmer</a></p>',
  };

  it('S7.15 is sent in the language of languageId with the given title and body; false sends none', async () => {
    const userName = newAddress();
    await create({ userName, sendEmail: true, languageId: 2, ...text });
    const mails = await mailsTo(userName);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({
      subject: 'Bienvenue Noé',
      language: 'en',
      systemId: 3,
      state: 'queued',
    });
    expect(mails[0]?.html).toContain('<p>Allo Noé</p>');
    expect(mails[0]?.text).toMatch(/Mot de passe : .*\/reset-password\?t=/);
    expect(mails[0]?.html).not.toMatch(/onclick|<script/);
    const silent = newAddress();
    await create({ userName: silent, sendEmail: false, ...text });
    expect(await mailsTo(silent)).toEqual([]);
  });

  it("S7.15 has both links in the server's words where title and body are empty", async () => {
    for (const [languageId, subject, words] of [
      [1, 'Votre compte est prêt (Examens DC)', 'Choisir mon mot de passe'],
      [2, 'Your account is ready (DC Exams)', 'Choose my password'],
    ] as const) {
      const userName = newAddress();
      const empty = { emailtitle: ' ', emailbody: '<p>&nbsp;</p>' };
      await create({ userName, sendEmail: true, languageId, ...empty });
      const [mail] = await mailsTo(userName);
      expect(mail?.subject).toBe(subject);
      expect(mail?.text).toMatch(new RegExp(`${words} <\\S+/reset-password\\?t=`));
      expect(mail?.text).toContain('/confirm-email?t=');
    }
  });

  it('of a new account says who made it, for which programs, and until when its link works, whatever was typed', async () => {
    const form = formOf({ sendEmail: true, languageId: 1, emailbody: '<p>Bienvenue.</p>' });
    expect((await admin.call(createUser, { body: form as never })).status).toBe(200);
    const [mail] = await mailsTo(form.userName);
    expect(mail?.html).toContain('Zoé Côté a créé ce compte pour vous\u00a0: candidature – Examens DC.');
    expect(mail?.html).toContain('ne fonctionne qu’une fois, pendant 30 jours');
    const chief = formOf({ sendEmail: true, languageId: 2, roleList: ['Admin - DC', 'PDI'] });
    expect((await superAdmin.call(createUser, { body: chief as never })).status).toBe(200);
    const [english] = await mailsTo(chief.userName);
    expect(english?.html).toMatch(
      /created this account for you: administrator – DC Exams \(prepare exams.*, candidate – PDI Exams\./,
    );
  });

  it('keeps the password out of mail, database and the view of admins, however it was typed or asked for', async () => {
    const newPassword = `R&D<3'"Été1_`;
    const userName = newAddress();
    const emailbody = `<p>Votre mot de passe : R&amp;D&lt;3'"Été1_</p><p>et ${newPassword.replace('<', '&lt;')}</p>`;
    const fields = {
      newPassword,
      confirmNewPassword: newPassword,
      emailtitle: `Clé ${newPassword}`,
      emailbody,
    };
    const mailed = { sendEmail: true, sendPassword: true };
    expect((await create({ userName, ...mailed, ...fields })).reply).toBe(true);
    const [mail] = await mailsTo(userName);
    expect(JSON.stringify([mail, await stored()])).not.toContain('Été1_');
    expect(mail?.text).toContain('/reset-password?t=');
    expect((await accountOf(userName))?.password_mailed_at).toBeNull();
    expect((await signIn(userName, newPassword)).outcome).toBe('signedIn');
  });

  it('is refused with an unknown placeholder, and nobody is created', async () => {
    for (const more of [{ emailtitle: 'Clé : {{newPassword}}' }, { emailbody: '{{password}}' }]) {
      const userName = newAddress();
      expect((await create({ userName, sendEmail: true, ...more })).problem).toMatchObject({
        code: 'message.unknownPlaceholder',
        errors: [{ path: Object.keys(more)[0], messageKey: 'unknownPlaceholder' }],
      });
      expect(await accountOf(userName)).toBeUndefined();
    }
  });
});

describe('confirming the address', () => {
  const confirm = async (link: URL, more: { userName?: string; token?: string } = {}) => {
    const secrets = { userName: link.searchParams.get('u') ?? '', token: link.searchParams.get('t') ?? '' };
    return (await portal.nobody.call(confirmAddress, { body: { ...secrets, ...more } })).reply.outcome;
  };
  const linkOf = async (userName: string) => {
    const [mail] = await mailsTo(userName);
    return new URL(/<(\S+confirm-email\S+)>/.exec(mail?.text ?? '')?.[1] ?? '');
  };

  it('a press on the page of its link confirms, as often as it is made, and writes one audit line', async () => {
    const userName = newAddress();
    await create({ userName, sendEmail: true, languageId: 1 });
    const link = await linkOf(userName);
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ u: userName, lang: 'fr', systemId: '3' });
    expect([await confirm(link), await confirm(link)]).toEqual(['confirmed', 'confirmed']);
    const account = await accountOf(userName);
    expect(account?.email_confirmed_at).not.toBeNull();
    const lines = await linesAbout(portal, account?.id ?? 0);
    expect(lines.filter(({ action }) => action === 'account.emailConfirmed')).toMatchObject([
      { actorId: account?.id },
    ]);
  });

  it('no other token, no other address and no expired link does; nor does it set a password', async () => {
    const userName = newAddress();
    await create({ userName, sendEmail: true });
    const link = await linkOf(userName);
    expect(await confirm(link, { token: 'x' })).toBe('over');
    expect(await confirm(link, { userName: 'autre@etu.example.ca' })).toBe('over');
    const token = link.searchParams.get('t') ?? '';
    const verify = await portal.app.inject({
      method: 'POST',
      url: '/api/account/verifytoken',
      payload: { token, userName },
    });
    expect(verify.json()).toBe(false);
    portal.context.clock.advance(7 * 24 * 60 * 60);
    expect(await confirm(link)).toBe('over');
    expect((await accountOf(userName))?.email_confirmed_at).toBeNull();
    superAdmin = await portal.superAdmin();
    admin = await portal.as('admin', 3);
  });
});

describe('giving somebody a password', () => {
  it('S7.13 changes it, ends every session at once, and has the person choose another', async () => {
    const zoe = await portal.as('student', 3, { email: 'zoe.mdp@etu.example.ca' });
    portal.context.clock.advance(1);
    expect((await setPassword(zoe.userId)).raw).toBe('true');
    portal.context.clock.advance(1);
    const home = { url: '/api/home', headers: { authorization: `Bearer ${zoe.token}` } };
    expect((await portal.app.inject(home)).statusCode).toBe(401);
    expect((await signIn('zoe.mdp@etu.example.ca', 'Cle-Sure#1')).outcome).toBe('refused');
    expect((await signIn('zoe.mdp@etu.example.ca', good)).outcome).toBe('signedIn');
    expect((await readUserRow(portal, zoe.userId))?.must_choose_password_since).not.toBeNull();
    // The refused sign-in has a line too, which is written after its reply.
    const lines = await linesAbout(portal, zoe.userId);
    expect(lines.find(({ action }) => action === 'user.passwordSet')).toMatchObject({
      systemId: 3,
      actorId: admin.userId,
      detail: { mailed: false },
    });
    expect(await mailsTo('zoe.mdp@etu.example.ca')).toEqual([]);
  });

  it('S7.13 with sendEmail sends one mail with the given title, and the password', async () => {
    const email = newAddress();
    const zoe = await makePerson(portal, { email });
    await setPassword(zoe, {
      sendEmail: true,
      languageId: 1,
      emailtitle: 'Votre clé',
      emailbody: '<p>Bonjour</p>',
    });
    const mails = await mailsTo(email);
    expect(mails).toMatchObject([{ subject: 'Votre clé', language: 'fr', systemId: 3 }]);
    expect(mails[0]?.text).toContain(good);
    expect(mails[0]?.text).not.toContain('confirm-email');
  });

  it('S6.8 an admin can; support, students and people signed out cannot', async () => {
    const zoe = await makePerson(portal);
    for (const who of [await portal.as('support', 3), await portal.as('student', 3)])
      expect((await setPassword(zoe, {}, who)).problem.code).toBe('access.denied');
    expect((await setPassword(zoe, {}, portal.nobody)).status).toBe(401);
    expect((await readUserRow(portal, zoe))?.password_hash).toBeNull();
    expect((await setPassword(zoe)).reply).toBe(true);
  });

  it('is refused for people of other systems, for people with more rights, and for oneself', async () => {
    const stranger = await makePerson(portal, { roles: [{ role: 'student', systemId: 2 }] });
    const above = await makePerson(portal, {
      roles: [
        { role: 'student', systemId: 3 },
        { role: 'superAdmin', systemId: null },
      ],
    });
    expect((await setPassword(stranger)).problem.code).toBe('user.notFound');
    expect((await setPassword(999_999)).problem.code).toBe('user.notFound');
    expect((await setPassword(above)).problem.code).toBe('user.outOfReach');
    expect((await setPassword(admin.userId)).problem.code).toBe('user.yourself');
    expect((await readUserRow(portal, above))?.password_hash).toBeNull();
  });
});

describe('whether an address is free', () => {
  const isFree = (email: string, who = admin) => who.call(checkEmailAvailable, { query: { email } });

  it('S5.27 S7.12 true for a free one, false for a taken one in any case', async () => {
    const email = newAddress();
    expect((await isFree(email)).raw).toBe('true');
    await create({ userName: email });
    for (const spelling of [email, email.toUpperCase(), ` ${email} `])
      expect((await isFree(spelling)).raw).toBe('false');
    expect((await isFree('zoe')).problem.errors).toEqual([{ path: 'email', messageKey: 'email' }]);
  });

  it('is for support and up', async () => {
    const email = newAddress();
    expect((await isFree(email, await portal.as('support', 7))).raw).toBe('true');
    expect((await isFree(email, await portal.as('student', 7))).status).toBe(403);
    expect((await isFree(email, portal.nobody)).status).toBe(401);
  });
});

describe('whether a password would be taken', () => {
  const ask = (newPassword: string, name: string, who = admin) =>
    who.call(checkPassword, { body: { newPassword, userName: 'zoe.cote@exemple.ca', name } });

  it('S5.25 false for one that a form would refuse as common or near to the person, and for what breaks the rule an error', async () => {
    expect((await ask('kX9#vmQ2', 'Aube Roy')).raw).toBe('true');
    expect((await ask('Soleil#27', 'Aube Roy')).raw).toBe('false');
    expect((await ask('Aube!9kr', 'Aube Roy')).raw).toBe('false');
    expect((await ask('Zoe#2027x', '')).raw).toBe('false');
    expect((await ask('kx9#vmq2', 'Aube Roy')).problem.errors).toEqual([
      { path: 'newPassword', messageKey: 'hasCapitalCase' },
    ]);
  });

  it('tells an account of sixty refused ones in a minute, and then to wait', async () => {
    const busy = await portal.as('admin', 8);
    for (let tries = 0; tries < 60; tries++) await ask('Soleil#27', '', busy);
    expect(await ask('kX9#vmQ2', '', busy)).toMatchObject({
      status: 429,
      problem: { code: 'request.tooMany' },
    });
    expect((await ask('kX9#vmQ2', '')).raw).toBe('true');
  });

  it('is for administrators', async () => {
    expect((await ask('kX9#vmQ2', '', await portal.as('support', 7))).status).toBe(403);
    expect((await ask('kX9#vmQ2', '', portal.nobody)).status).toBe(401);
  });
});

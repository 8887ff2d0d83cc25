import { createExamSpace } from '@guichet/contract/exams/exams';
import { isAuthorized, listEntrances } from '@guichet/contract/identity/access';
import { login } from '@guichet/contract/identity/sessions';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { getMessage, saveMessage } from '@guichet/contract/mail/messages';
import { findContent, listContent } from '@guichet/contract/systems/content';
import { seedSystems } from '@guichet/contract/systems/landings';
import { changeSystem, createSystem, findSystemBySlug, listSystems } from '@guichet/contract/systems/systems';
import { saveLogo } from '@guichet/contract/systems/systems.logo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makePng } from '../banners/fixtures/pictures.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const create = (body: Record<string, unknown>, who = superAdmin) =>
  who.call(createSystem, { body: body as never });
const change = (systemId: number, body: Record<string, unknown>, who = superAdmin) =>
  who.call(changeSystem, { params: { systemId }, body: body as never });

/** The fields that `mailFrame.test.ts` sets, which are empty here. */
const noFrame = {
  isArchived: false,
  emailFromNameEn: null,
  replyTo: null,
  phone: null,
  officeFr: null,
  officeEn: null,
  logoId: null,
};

async function lines(action: string, systemId: number) {
  return portal.context.database.read
    .selectFrom('audit_lines')
    .selectAll()
    .where('action', '=', action)
    .where('system_id', '=', systemId)
    .execute();
}

describe('the list', () => {
  it('S1.1 S7.36 S3.9 shows the nine to a super admin, with the fields of the requirements', async () => {
    const { reply } = await superAdmin.call(listSystems);
    expect(reply.map(({ id, name }) => [id, name])).toEqual([
      [1, 'education/TCL'],
      [2, 'PDI'],
      [3, 'DC'],
      [4, 'NP'],
      [5, 'Telfer'],
      [6, 'AC'],
      [7, 'ILOB'],
      [8, 'TEP'],
      [9, 'CGPP/Odell'],
    ]);
    expect(reply[0]).toEqual({
      id: 1,
      slug: 'education',
      name: 'education/TCL',
      coursePrefix: 'TCL',
      templateId: null,
      semesterId: null,
      emailFrom: null,
      emailFromName: null,
      ...noFrame,
    });
  });
});

describe('access', () => {
  it('S6.11 only a super admin creates or changes a system', async () => {
    const support = await portal.as('support', 3);
    const student = await portal.as('student', 3);
    for (const [who, status] of [
      [portal.nobody, 401],
      [student, 403],
      [support, 403],
      [admin, 403],
    ] as const) {
      expect((await create({ id: 40, name: 'Refusé' }, who)).status).toBe(status);
      expect((await change(3, { name: 'Refusé' }, who)).status).toBe(status);
    }
    expect((await superAdmin.call(listSystems)).reply).toHaveLength(seedSystems.length);
  });
});

describe('a new system', () => {
  it('S7.36 S3.9 has the given fields, is listed and audited', async () => {
    const given = {
      id: 21,
      name: 'Faculté de droit',
      coursePrefix: 'DROIT',
      templateId: 7,
      semesterId: 8,
      emailFrom: 'droit@guichet.test',
      emailFromName: 'Droit – examens',
    };
    const { status, reply } = await create(given);
    expect(status).toBe(200);
    expect(reply).toEqual({ ...given, ...noFrame, slug: 'faculte-de-droit' });
    expect((await superAdmin.call(listSystems)).reply).toContainEqual(reply);
    expect(await lines('system.created', 21)).toMatchObject([
      { subject: 'system:21', detail: { slug: 'faculte-de-droit', coursePrefix: 'DROIT', copyFrom: null } },
    ]);
  });

  it('S5.20 may have no sender, and derives its prefix from its name', async () => {
    const { reply } = await create({
      id: '22',
      name: ' Génie civil ',
      coursePrefix: '',
      templateId: '',
      semesterId: null,
      emailFrom: '',
      emailFromName: '',
      copyFromSystem: null,
    });
    expect(reply).toEqual({
      id: 22,
      name: 'Génie civil',
      slug: 'genie-civil',
      coursePrefix: 'GC',
      templateId: null,
      semesterId: null,
      emailFrom: null,
      emailFromName: null,
      ...noFrame,
    });
  });

  it('S5.20 a derived prefix that is taken gets a number', async () => {
    const { status, reply } = await create({ id: 25, name: 'Droit civil' });
    expect([status, reply.coursePrefix, reply.slug]).toEqual([200, 'DC2', 'droit-civil']);
    const { reply: next } = await create({ id: 26, name: 'Développement communautaire', coursePrefix: null });
    expect(next.coursePrefix).toBe('DC3');
    const { problem } = await create({ id: 27, name: 'Droit comparé', coursePrefix: 'dc' });
    expect(problem?.errors).toEqual([{ path: 'coursePrefix', messageKey: 'taken' }]);
  });

  it('S3.12 has the three public labels, empty, and an invitation with date, hours and place', async () => {
    await create({ id: 23, name: 'Musique' });
    const { reply } = await superAdmin.call(listContent, { params: { systemId: 23 } });
    expect(reply.map(({ label, languageId, content }) => [label, languageId, content])).toEqual(
      ['TechDiff', 'Title', 'WelcomeMessage'].flatMap((label) => [
        [label, 'fr', ''],
        [label, 'en', ''],
      ]),
    );
    for (const [languageId, subject] of [
      ['fr', 'Convocation\u00a0: {{examTitle}} ({{systemTitle}})'],
      ['en', 'Exam notice: {{examTitle}} ({{systemTitle}})'],
    ] as const) {
      const { reply: message } = await superAdmin.call(getMessage, { params: { systemId: 23, languageId } });
      expect(message).toMatchObject({ subject, fileName: null });
      for (const name of ['examDate', 'examTime', 'examPlace']) expect(message.body).toContain(`{{${name}}}`);
    }
  });

  it('S3.10 copies content, messages, attachments and the logo, but no people, exams or sender', async () => {
    await admin.call(saveMessage, {
      params: { systemId: 3, languageId: 'fr' },
      body: { subject: 'Bonjour', body: '<p>Venez.</p>' },
      file: { name: 'Règles.pdf', bytes: '%PDF-1 copy' },
    });
    await change(3, { name: 'DC', emailFrom: 'dc@guichet.test', emailFromName: 'DC' });
    await admin.call(createExamSpace, {
      params: { systemId: 3 },
      body: { title: 'Hiver', examDate: '2027-06-01' },
    });
    const file = { name: 'logo.png', bytes: makePng(120, 40) };
    const logo = await superAdmin.call(saveLogo, { params: { systemId: 3 }, body: {}, file });
    const made = await create({ id: 24, name: 'Copie', copyFromSystem: 3 });

    const contentOf = async (systemId: number) =>
      (await superAdmin.call(listContent, { params: { systemId } })).reply.map(
        ({ label, languageId, content }) => ({ label, languageId, content }),
      );
    const original = await contentOf(3);
    expect(original.find(({ label }) => label === 'Title')?.content).toBe('Examens DC');
    // The copy's title is its own name in both languages, not the title of the original.
    expect(await contentOf(24)).toEqual(
      original.map((item) => (item.label === 'Title' ? { ...item, content: 'Copie' } : item)),
    );
    for (const languageId of ['fr', 'en'] as const) {
      const [copy, original] = await Promise.all(
        [24, 3].map((systemId) => superAdmin.call(getMessage, { params: { systemId, languageId } })),
      );
      expect(copy?.reply.subject).not.toBe('');
      for (const field of ['subject', 'body', 'fileName'] as const)
        expect(copy?.reply[field]).toBe(original?.reply[field]);
    }
    const { read } = portal.context.database;
    const rows = (table: 'attachments' | 'exams' | 'user_roles') =>
      read.selectFrom(table).selectAll().where('system_id', '=', 24).execute();
    expect(await rows('attachments')).toMatchObject([
      { file_name: 'Règles.pdf', content_type: 'application/pdf', bytes: Buffer.from('%PDF-1 copy') },
    ]);
    expect(await rows('exams')).toEqual([]);
    expect(await rows('user_roles')).toEqual([]);
    const { reply } = await superAdmin.call(listSystems);
    const copy = reply.find(({ id }) => id === 24);
    expect(copy).toMatchObject({ emailFrom: null, emailFromName: null, logoId: made.reply.logoId });
    // The copy has a picture of its own, since the other system may replace or remove its picture.
    expect(copy?.logoId).not.toBe(logo.reply.logoId);
    const pictures = read.selectFrom('mail_logos').select(['content_type', 'width', 'height', 'bytes']);
    const pictureOf = (id: number | null | undefined) =>
      pictures.where('id', '=', id ?? 0).executeTakeFirstOrThrow();
    expect(await pictureOf(copy?.logoId)).toEqual(await pictureOf(logo.reply.logoId));
  });

  it('S3.10 a copy is independent: changes to it do not affect the original', async () => {
    const params = { systemId: 24, languageId: 'fr' } as const;
    await superAdmin.call(saveMessage, { params, body: { subject: 'Autre', body: '<p>x</p>' } });
    const { reply } = await admin.call(getMessage, { params: { systemId: 3, languageId: 'fr' } });
    expect(reply.subject).toBe('Bonjour');
  });
});

describe('a new system works at once', () => {
  it('has its link, its row on home, its roles, its landing and its exam spaces', async () => {
    await create({ id: 31, name: 'Chimie pure', coursePrefix: 'CHM' });
    const { reply: system } = await portal.nobody.call(findSystemBySlug, { params: { slug: 'Chimie-Pure' } });
    expect(system).toEqual({ systemId: 31, slug: 'chimie-pure', landing: 'byLanguage' });

    const roles = async (role: 'admin' | 'support' | 'student') => {
      const email = `${role}.chimie@guichet.test`;
      await portal.as(role, 31, { email });
      const { reply } = await portal.nobody.call(login, {
        body: { username: email, password: 'Cle-Sure#1' },
      });
      const token = reply.outcome === 'signedIn' ? reply.tokens.accessToken : '';
      return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).role;
    };
    expect(await roles('admin')).toBe('Admin - CHM');
    expect(await roles('support')).toBe('Support - CHM');
    expect(await roles('student')).toBe('chimie-pure');

    const chemist = await portal.as('admin', 31);
    const { reply: home } = await chemist.call(listEntrances);
    expect(home.entrances).toMatchObject([{ systemId: 31, slug: 'chimie-pure', isAdmin: true }]);
    const space = await chemist.call(createExamSpace, {
      params: { systemId: 31 },
      body: { title: 'Hiver', examDate: '2027-06-01' },
    });
    expect(space.reply.courseId).toMatch(/^CHM/i);
    const student = await portal.as('student', 31);
    const { status, reply: address } = await student.call(redirectToPlatform, { params: { systemId: 31 } });
    expect([status, URL.canParse(address)]).toEqual([200, true]);
  });

  it('S1.9 its admin has no access elsewhere, and admins elsewhere have none to it', async () => {
    const chemist = await portal.as('admin', 31);
    const ask = (who: Caller, systemId: number) =>
      who.call(isAuthorized, { params: { systemId, code: 'admin' } });
    expect((await ask(chemist, 31)).reply).toBe(true);
    expect((await ask(chemist, 3)).reply).toBe(false);
    expect((await ask(admin, 31)).reply).toBe(false);
    expect(
      (await superAdmin.call(findContent, { params: { systemId: 31, languageId: 'fr', key: 'Title' } }))
        .reply,
    ).toHaveLength(1);
  });
});

describe('a new system is refused', () => {
  it('S5.19 without number and name, each with its message key', async () => {
    const { status, problem } = await create({});
    expect(status).toBe(400);
    expect(problem.errors).toEqual([
      { path: 'id', messageKey: 'required' },
      { path: 'name', messageKey: 'required' },
    ]);
    expect((await create({ id: '', name: '  ' })).problem.errors).toEqual(problem.errors);
  });

  it.each(['nobody', 'a@b', 'a b@c.ca', 'a@b.ca\nBcc: x@y.ca'])(
    'S5.20 with %j as its sender',
    async (emailFrom) => {
      const { problem } = await create({ id: 50, name: 'Sans suite', emailFrom });
      expect(problem.errors?.every(({ path }) => path === 'emailFrom')).toBe(true);
      expect(problem.status).toBe(400);
      expect((await change(4, { name: 'NP', emailFrom })).status).toBe(400);
    },
  );

  it.each([
    [{ id: 3 }, 'id', 'taken'],
    [{ id: 0 }, 'id', 'wholeNumber'],
    [{ id: '1e3' }, 'id', 'wholeNumber'],
    [{ templateId: -1 }, 'templateId', 'wholeNumber'],
    [{ name: '日本' }, 'name', 'nameWithoutLetters'],
    [{ name: 'x'.repeat(101) }, 'name', 'maxLength'],
    [{ name: 'pdi' }, 'name', 'addressTaken'],
    [{ name: 'Home' }, 'name', 'addressTaken'],
    [{ name: 'Forgot password' }, 'name', 'addressTaken'],
    [{ name: 'TCL' }, 'name', 'addressTaken'],
    [{ name: 'FR' }, 'name', 'addressTaken'],
    [{ coursePrefix: 'odell' }, 'coursePrefix', 'taken'],
    [{ coursePrefix: 'A B' }, 'coursePrefix', 'coursePrefix'],
    [{ copyFromSystem: 4000 }, 'copyFromSystem', 'unknownSystem'],
  ])('S5.19 with %j, reported at its field', async (bad, path, messageKey) => {
    const { status, problem } = await create({ id: 51, name: 'Sans suite', coursePrefix: 'SS', ...bad });
    expect([status, problem.errors]).toEqual([400, [{ path, messageKey }]]);
    const { reply } = await superAdmin.call(listSystems);
    expect(reply.some(({ id }) => id === 51)).toBe(false);
  });

  it('when another with the same number is created concurrently', async () => {
    const both = await Promise.all(
      [1, 2].map((n) => create({ id: 60, name: `Ensemble ${n}`, coursePrefix: `E${n}` })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)?.problem.errors).toEqual([
      { path: 'id', messageKey: 'taken' },
    ]);
  });
});

describe('a change', () => {
  it('keeps address, prefix and omitted fields, and is audited with before and after', async () => {
    const { reply } = await change(5, { name: 'Telfer – gestion', emailFrom: 'telfer@guichet.test' });
    expect(reply).toMatchObject({
      id: 5,
      slug: 'telfer',
      name: 'Telfer – gestion',
      coursePrefix: 'Telfer',
      emailFrom: 'telfer@guichet.test',
    });
    await change(5, { name: 'Telfer – gestion', emailFrom: '' });
    expect((await superAdmin.call(listSystems)).reply.find(({ id }) => id === 5)?.emailFrom).toBeNull();
    expect((await lines('system.changed', 5)).map(({ detail }) => detail)).toEqual([
      {
        before: { name: 'Telfer', emailFrom: null },
        after: { name: 'Telfer – gestion', emailFrom: 'telfer@guichet.test' },
      },
      { before: { emailFrom: 'telfer@guichet.test' }, after: { emailFrom: null } },
    ]);
  });

  it('that changes nothing is not audited, and an unknown system is not found', async () => {
    await change(6, { name: 'AC' });
    expect(await lines('system.changed', 6)).toEqual([]);
    expect((await change(4000, { name: 'x' })).status).toBe(404);
  });
});

it('a form that began before somebody else saved overwrites nothing and reads what is there; what both state alike is saved', async () => {
  const before = (await superAdmin.call(listSystems)).reply.find(({ id }) => id === 7);
  if (!before) throw new Error('system 7 is missing');
  const form = { name: before.name, phone: '613 555-0101' };
  expect((await change(7, { ...form, before })).status).toBe(200);
  const late = await change(7, { ...form, phone: '613 555-0102', before });
  expect(late.status).toBe(409);
  expect(late.reply).toMatchObject({
    outcome: 'changedMeanwhile',
    current: { id: 7, phone: '613 555-0101', savedBy: expect.any(String), savedAt: expect.any(Date) },
  });
  const phone = async () => (await superAdmin.call(listSystems)).reply.find(({ id }) => id === 7)?.phone;
  expect(await phone()).toBe('613 555-0101');
  expect((await change(7, { ...form, before })).status).toBe(200);
  expect((await change(7, { name: before.name, officeFr: 'Bureau 7', before })).status).toBe(200);
  const current = { ...before, phone: '613 555-0101' };
  expect((await change(7, { ...form, phone: '613 555-0102', before: current })).status).toBe(200);
  expect(await phone()).toBe('613 555-0102');
});

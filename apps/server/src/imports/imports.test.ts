import { randomUUID } from 'node:crypto';
import { cancelExam, createExamSpace } from '@guichet/contract/exams/exams';
import { listExams } from '@guichet/contract/exams/exams.list';
import { listCandidates, unenrol } from '@guichet/contract/exams/places';
import {
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import { inlineCell, makeWorkbook } from './fixtures/workbook.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

/** A list in the form in which French Excel saves it. */
const list = (...lines: string[]) => ({
  name: 'liste.csv',
  bytes: ['Prénom;Nom;Courriel;Langue', ...lines].join('\r\n'),
});
const row = (name: string, language = 'F') =>
  `${name};Essai;${name.toLowerCase()}@etu.example.ca;${language}`;

async function makeExam(title: string, systemId = 3, who = admin) {
  const body = { title, examDate: '2027-04-30' };
  return (await who.call(createExamSpace, { params: { systemId }, body })).reply;
}

const form = (
  selectedCourse: string,
  more: { importId?: string; sendEmail?: boolean; systemId?: number } = {},
) => ({
  systemId: 3,
  languageId: 'fr' as const,
  selectedCourse,
  sendEmail: true,
  ...more,
});

const place = (
  courseId: string,
  file: { name: string; bytes: string | Buffer } = list(row('Ana')),
  more = {},
  who = admin,
) => who.call(importCandidates, { body: form(courseId, more), file });

const namesIn = async (examId: number) =>
  (await admin.call(listCandidates, { params: { systemId: 3, examId } })).reply.map(
    ({ firstName }) => firstName,
  );

/** All rows that an import may have written. */
async function contents() {
  const { read } = portal.context.database;
  return {
    users: await read.selectFrom('users').select(['id', 'last_visit_at']).orderBy('id').execute(),
    roles: await read.selectFrom('user_roles').selectAll().orderBy('user_id').execute(),
    enrolments: await read.selectFrom('enrolments').selectAll().orderBy('user_id').execute(),
    mails: await read.selectFrom('outgoing_mails').selectAll().orderBy('id').execute(),
    mailings: await read.selectFrom('mailings').select('id').orderBy('id').execute(),
    platform: await read.selectFrom('platform_enrolments').selectAll().orderBy('user_id').execute(),
    imports: await read.selectFrom('imports').select('id').orderBy('id').execute(),
    stage: await read.selectFrom('staged_candidates').selectAll().execute(),
    audit: await read.selectFrom('audit_lines').select(['id', 'action']).orderBy('id').execute(),
  };
}

const mailsOf = (examId: number) =>
  portal.context.database.read
    .selectFrom('outgoing_mails as m')
    .innerJoin('mailings as t', 't.id', 'm.mailing_id')
    .select(['m.recipient', 'm.state', 't.language', 'm.variables'])
    .where('m.exam_id', '=', examId)
    .orderBy('m.id')
    .execute();

describe('rows that are hidden in the workbook', () => {
  const workbook = () => {
    const cells = (name: string) =>
      [name, 'Essai', `${name.toLowerCase()}@etu.example.ca`, 'F'].map(inlineCell);
    const row = (name: string, attribute = '') => `<row ${attribute}>${cells(name).join('')}</row>`;
    const headings = `<row>${['Prénom', 'Nom', 'Courriel', 'Langue'].map(inlineCell).join('')}</row>`;
    const data = headings + row('Odile') + row('Cachee', 'hidden="1"') + row('Paula');
    return { name: 'liste.xlsx', bytes: Buffer.from(makeWorkbook({ sheets: [{ data }] })) };
  };

  it('are left out of preview and import, which report their number, unless requested', async () => {
    const exam = await makeExam('Masquées');
    const look = async (more: object) => {
      const call = { body: { ...form(exam.courseId), ...more }, file: workbook() };
      return (await admin.call(previewImport, call)).reply as Preview;
    };
    expect(await look({})).toMatchObject({
      file: { rows: 2, hidden: { rows: 1, included: false } },
      counts: { newAccount: 2 },
    });
    expect(await look({ includeHidden: true })).toMatchObject({
      file: { rows: 3, hidden: { rows: 1, included: true } },
      counts: { newAccount: 3 },
    });
    expect((await place(exam.courseId, workbook())).reply).toBe(2);
    expect(await namesIn(exam.id)).toEqual(['Odile', 'Paula']);
    expect((await place(exam.courseId, workbook(), { includeHidden: true })).reply).toBe(1);
    expect(await namesIn(exam.id)).toEqual(['Cachee', 'Odile', 'Paula']);
  });
});

describe('importing a list', () => {
  it('S7.28 returns the count, and the exam lists the candidates', async () => {
    const exam = await makeExam('Compte');
    expect((await place(exam.courseId, list(row('Bea'), row('Cleo'), row('Dia')))).reply).toBe(3);
    expect(await namesIn(exam.id)).toEqual(['Bea', 'Cleo', 'Dia']);
    const { reply } = await admin.call(listExams, { params: { systemId: 3 } });
    expect(reply.find(({ id }) => id === exam.id)).toMatchObject({
      numberOfCandidates: 3,
      mails: { queued: 3 },
    });
  });

  it('S7.29 queues one mail each, in the language of the line, or else of the request', async () => {
    const exam = await makeExam('Langues');
    await place(exam.courseId, list(row('Eva', 'E'), row('Fay', 'F'), row('Gil', '')));
    const mails = await mailsOf(exam.id);
    expect(mails.map(({ recipient, language }) => [recipient, language])).toEqual([
      ['eva@etu.example.ca', 'en'],
      ['fay@etu.example.ca', 'fr'],
      ['gil@etu.example.ca', 'fr'],
    ]);
    expect(mails.every(({ state }) => state === 'queued')).toBe(true);
    expect(mails[0]?.variables).toMatchObject({ firstName: 'Eva', secretLink: { purpose: 'invitation' } });
  });

  it('leaves an existing account its language where the line states none, and the preview says how many', async () => {
    await place((await makeExam('Avant')).courseId, list(row('Uma', 'E'), row('Val', 'E')));
    const exam = await makeExam('Sans langue');
    const lines = ['Uma', 'Val', 'Wes'].map((name) => row(name, '').replace(/;$/, ''));
    const file = { name: 'liste.csv', bytes: ['Prénom;Nom;Courriel', ...lines].join('\r\n') };
    const { reply } = await admin.call(previewImport, { body: form(exam.courseId), file });
    expect(reply).toMatchObject({ mails: { fr: 1, en: 0, own: 2 }, counts: { knownAccount: 2 } });
    expect((reply as Preview).rows.map(({ language }) => language)).toEqual([null, null, 'fr']);
    await place(exam.courseId, file);
    expect((await mailsOf(exam.id)).map(({ language }) => language)).toEqual(['en', 'en', 'fr']);
    const again = await makeExam('Langue de la liste');
    await place(again.courseId, list(row('Uma', 'F'), row('Val', '')));
    expect((await mailsOf(again.id)).map(({ language }) => language)).toEqual(['fr', 'en']);
  });

  it('S7.29 queues no mail unless requested', async () => {
    const exam = await makeExam('Sans courriel');
    expect((await place(exam.courseId, list(row('Hal')), { sendEmail: false })).reply).toBe(1);
    expect(await mailsOf(exam.id)).toEqual([]);
  });

  it('neither counts nor mails people already in the exam; a person listed twice counts once', async () => {
    const exam = await makeExam('Doublons');
    await place(exam.courseId, list(row('Ida')));
    expect((await place(exam.courseId, list(row('Ida'), row('Jon'), row('Jon')))).reply).toBe(1);
    expect((await mailsOf(exam.id)).map(({ recipient }) => recipient)).toEqual([
      'ida@etu.example.ca',
      'jon@etu.example.ca',
    ]);
  });

  it('keeps the account and the name of a known address, whatever its case', async () => {
    const [first, second] = [await makeExam('Premier'), await makeExam('Second')];
    await place(first.courseId, list('Léa;Roy;lea.roy@etu.example.ca;F'));
    expect((await place(second.courseId, list('Lea;King;LEA.ROY@etu.example.ca;E'))).reply).toBe(1);
    const { reply } = await admin.call(listCandidates, { params: { systemId: 3, examId: second.id } });
    expect(reply[0]).toMatchObject({ firstName: 'Léa', lastName: 'Roy', email: 'lea.roy@etu.example.ca' });
  });

  it('sends no secret link to a person who has a password', async () => {
    const exam = await makeExam('Mot de passe');
    await portal.as('student', 2, { email: 'ancienne@etu.example.ca' });
    await place(exam.courseId, list('Mia;Essai;ancienne@etu.example.ca;F'));
    expect((await mailsOf(exam.id))[0]?.variables).not.toHaveProperty('secretLink');
  });

  it('S3.4 queues a platform enrolment for each, and its removal on unenrolment', async () => {
    const exam = await makeExam('Plateforme');
    await place(exam.courseId, list(row('Nia')));
    const [nia] = (await admin.call(listCandidates, { params: { systemId: 3, examId: exam.id } })).reply;
    expect(nia).toMatchObject({ platformState: 'pending', mailState: 'queued' });
    const params = { systemId: 3, examId: exam.id, learningPlatformId: nia?.learningPlatformId ?? '' };
    expect((await admin.call(unenrol, { params })).reply).toBe(true);
    expect(await namesIn(exam.id)).toEqual([]);
    expect((await mailsOf(exam.id)).map(({ state }) => state)).toEqual(['cancelled']);
    const enrolment = await portal.context.database.read
      .selectFrom('platform_enrolments')
      .select('wanted')
      .where('course_id', '=', exam.courseId)
      .executeTakeFirst();
    expect(enrolment?.wanted).toBe('out');
  });

  it('writes one audit line with the figures', async () => {
    const exam = await makeExam('Trace');
    await place(exam.courseId, list(row('Oda'), row('Pia')));
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail', 'actor_id', 'system_id'])
      .where('subject', '=', `exam:${exam.id}`)
      .where('action', '=', 'candidates.imported')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({ actor_id: admin.userId, system_id: 3 });
    expect(line.detail).toMatchObject({ rows: 2, placed: 2, accounts: 2, mails: 2, fileName: 'liste.csv' });
  });
});

describe('a long import', () => {
  it('reports its progress to the end', async () => {
    const exam = await makeExam('Suivi');
    const importId = randomUUID();
    const headers = { authorization: `Bearer ${admin.token}` };
    const watching = portal.app.inject({ url: `/api/import/${importId}/progress`, headers });
    const file = list(...Array.from({ length: 400 }, (_, n) => row(`Suivie${n}`)));
    const [answer, told] = await Promise.all([place(exam.courseId, file, { importId }), watching]);
    expect(answer.reply).toBe(400);
    const last = told.body.trim().split('\n\n').at(-1)?.replace('data: ', '') ?? '';
    expect(JSON.parse(last)).toEqual({ phase: 'done', rows: 400, share: 1, imported: 400 });
  });

  it('refreshes the planner statistics of the tables it filled', async () => {
    // PostgreSQL gets fresh statistics after the reply.
    const countKnown = async () => {
      const { rows } = await sql<{ known: number }>`
        select count(*) as known from pg_stats
        where tablename in ('enrolments', 'platform_enrolments', 'outgoing_mails') and attname = 'system_id'
      `.execute(portal.context.database.read);
      return rows[0]?.known;
    };
    await expect.poll(countKnown, { timeout: 10_000 }).toBe(3);
  });
});

describe('a repeated import', () => {
  it('returns the same count and writes nothing', async () => {
    const exam = await makeExam('Reprise');
    const importId = randomUUID();
    expect((await place(exam.courseId, list(row('Qia')), { importId })).reply).toBe(1);
    const before = await contents();
    expect((await place(exam.courseId, list(row('Qia')), { importId })).reply).toBe(1);
    expect(await contents()).toEqual(before);
  });

  it('enrols everybody once if the same call comes five times at once', async () => {
    const exam = await makeExam('Double clic');
    const importId = randomUUID();
    const file = list(...Array.from({ length: 50 }, (_, n) => row(`Rang${n}`)));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => place(exam.courseId, file, { importId })),
    );
    expect(answers.map(({ reply }) => reply)).toEqual([50, 50, 50, 50, 50]);
    expect(await mailsOf(exam.id)).toHaveLength(50);
  });

  it('refuses an id that was used for another file', async () => {
    const exam = await makeExam('Autre fichier');
    const importId = randomUUID();
    await place(exam.courseId, list(row('Sia')), { importId });
    const { problem } = await place(exam.courseId, list(row('Tea')), { importId });
    expect(problem).toMatchObject({ status: 409, code: 'import.idReused' });
  });
});

describe('a file with problems', () => {
  it('returns all bad rows with line, column and reason, and imports nothing', async () => {
    const exam = await makeExam('Fautes');
    const before = await contents();
    const file = list(row('Una'), '', ';Essai;pas-une-adresse;F', row('Vic', 'Klingon'));
    const { status, raw } = await place(exam.courseId, file);
    const refusal = JSON.parse(raw) as Refusal;
    expect(status).toBe(422);
    expect(refusal.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [4, 'Prénom', 'import.firstNameMissing'],
      [4, 'Courriel', 'import.emailInvalid'],
      [5, 'Langue', 'import.languageUnknown'],
    ]);
    expect(refusal.badRows).toBe(2);
    expect(await contents()).toEqual(before);
  });

  it('returns the same in the preview, in the language of the reader', async () => {
    const exam = await makeExam('Aperçu');
    const file = list(row('Wes', 'Klingon'));
    const ask = (language: string) =>
      admin.call(previewImport, {
        body: form(exam.courseId),
        file,
        headers: { 'accept-language': language },
      });
    const [french, english] = [await ask('fr-CA'), await ask('en-CA')];
    expect([french.status, english.status]).toEqual([422, 422]);
    expect(JSON.parse(french.raw).problems).toEqual(
      JSON.parse((await place(exam.courseId, file)).raw).problems,
    );
    expect(JSON.parse(french.raw).detail).toContain('rien n’a été importé');
    expect(JSON.parse(english.raw).detail).toContain('nothing was imported');
  });
});

describe('a preview', () => {
  it('returns the outcome of each row and changes nothing', async () => {
    const exam = await makeExam('Avant');
    await place(exam.courseId, list(row('Xia')));
    await portal.as('student', 2, { email: 'yan@etu.example.ca' });
    const before = await contents();
    const file = list(row('Xia'), row('Yan', 'E'), row('Zed'), row('Zed'));
    const { reply } = await admin.call(previewImport, { body: form(exam.courseId), file });
    const preview = reply as Preview;
    expect(preview.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'alreadyInExam'],
      [3, 'knownAccount'],
      [4, 'newAccount'],
      [5, 'duplicateInFile'],
    ]);
    expect(preview.counts).toEqual({
      newAccount: 1,
      knownAccount: 1,
      alreadyInExam: 1,
      duplicateInFile: 1,
    });
    expect(preview.mails).toEqual({ fr: 1, en: 1, own: 0 });
    expect(await contents()).toEqual(before);
  });
});

describe('who may import, and where', () => {
  it('S1.9 refuses anybody but an admin of the system in the form, and writes nothing', async () => {
    const exam = await makeExam('Droits');
    const others = [
      await portal.as('student', 3),
      await portal.as('support', 3),
      await portal.as('admin', 2),
    ];
    const before = await contents();
    expect((await place(exam.courseId, list(row('Non')), {}, portal.nobody)).status).toBe(401);
    for (const other of others) {
      expect((await place(exam.courseId, list(row('Non')), {}, other)).status).toBe(403);
      expect(
        (await other.call(previewImport, { body: form(exam.courseId), file: list(row('Non')) })).status,
      ).toBe(403);
    }
    expect(await contents()).toEqual(before);
  });

  it('returns the same for a course of another system, an unknown and a deactivated one', async () => {
    const exam = await makeExam('Ailleurs');
    const neighbour = await portal.as('admin', 2);
    const foreign = await place(exam.courseId, list(row('Non')), { systemId: 2 }, neighbour);
    const unknown = await place('XX-1', list(row('Non')), { systemId: 2 }, neighbour);
    await admin.call(cancelExam, { params: { systemId: 3, examId: exam.id } });
    const closed = await place(exam.courseId);
    expect([foreign.status, unknown.status, closed.status]).toEqual([404, 404, 404]);
    expect(foreign.raw).toBe(unknown.raw);
  });

  it('returns the missing fields', async () => {
    const answer = await admin.call(importCandidates, {
      body: { systemId: 3 } as never,
      file: list(row('Non')),
    });
    expect(answer.problem.errors).toEqual(
      expect.arrayContaining([
        { path: 'languageId', messageKey: 'required' },
        { path: 'selectedCourse', messageKey: 'required' },
      ]),
    );
    const without = await admin.call(importCandidates, { body: form('x') });
    expect(without.problem.code).toBe('request.fileMissing');
  });
});

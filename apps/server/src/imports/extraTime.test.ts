import { listAuditLines } from '@guichet/contract/core/audit';
import type { Endpoint } from '@guichet/contract/core/endpoint';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { listCandidates } from '@guichet/contract/exams/places';
import { getExtraTime, setExtraTime } from '@guichet/contract/exams/results.extraTime';
import { getUserInfo } from '@guichet/contract/identity/users.changes';
import { searchUsers } from '@guichet/contract/identity/users.search';
import {
  downloadTemplate,
  importCandidates,
  type Preview,
  previewImport,
  type Refusal,
} from '@guichet/contract/imports/imports';
import { listImports, previewUndo } from '@guichet/contract/imports/imports.past';
import { exportResults } from '@guichet/contract/imports/imports.results';
import { getDrift, readDrift } from '@guichet/contract/learning/learning.drift';
import { getPlatformHealth } from '@guichet/contract/learning/learning.health';
import { listMails } from '@guichet/contract/mail/outbox';
import { getPersonHistory } from '@guichet/contract/overview/support';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../test/extraTimeRight.ts';
import { drain } from '../../test/learning.ts';
import { longTest } from '../../test/longTest.ts';
import { type MailCatcher, openMailCatcher } from '../../test/mailCatcher.ts';
import { addTemplate, settingsOf } from '../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../test/portal.ts';
import type { Queue } from '../core/queue/queue.service.ts';
import { machineGrantOn } from '../identity/access/access.service.ts';
import { openMoodle } from '../learning/connectors/moodle/moodle.ts';
import { startOutbox } from '../mail/outbox/sending/outbox.worker.ts';
import { fieldNamed } from './columns/sheetHeadings.ts';
import { atPlacing } from './fixtures/atPlacing.ts';
import { testLimits } from './fixtures/readAll.ts';
import { openSheets } from './formats/openSheets.ts';
import { importCandidates as importFile } from './imports.service.ts';

let moodle: MoodleServer;
let catcher: MailCatcher;
let portal: TestPortal;
let worker: Queue;
let admin: Caller;
let unentitled: Caller;
const log: string[] = [];
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 1 });
  addTemplate(moodle);
  catcher = await openMailCatcher();
  portal = await openTestPortal({ ...settingsOf(moodle), SMTP_URL: catcher.url });
  Object.assign(portal.context, {
    log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }),
  });
  worker = startOutbox(portal.context, 20);
  admin = await portal.as('admin', 3);
  unentitled = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, admin, 3);
});
afterAll(async () => {
  await worker.stop();
  await portal.close();
  await catcher.close();
  await moodle.close();
});

async function makeExam(title: string, examDate = '2027-04-30') {
  const body = { title, examDate };
  return (await admin.call(createExamSpace, { params: { systemId: 3 }, body })).reply;
}

const list = (heading: string, ...cells: string[]) => ({
  name: 'liste.csv',
  bytes: [
    `Prénom;Nom;Courriel;${heading}`,
    ...cells.map((cell, n) => `Léa;Essai ${n};lea${n}@etu.example.ca;${cell}`),
  ].join('\n'),
});

const bodyOf = (selectedCourse: string, more: object = {}) => ({
  systemId: 3,
  languageId: 'fr' as const,
  selectedCourse,
  sendEmail: false,
  ...more,
});

type File = ReturnType<typeof list>;
const place = (courseId: string, file: File, who = admin, more = {}) =>
  who.call(importCandidates, { body: bodyOf(courseId, more), file });
const look = async (courseId: string, file: File, who = admin, more = {}) => {
  const { raw, status } = await who.call(previewImport, { body: bodyOf(courseId, more), file });
  return { raw, status, reply: JSON.parse(raw) as Preview & Refusal };
};

/** The extra time of the candidates of an exam, in the order of the list. */
async function givenIn(examId: number) {
  const { rows } = await sql<{ amount: string | null }>`
    select coalesce(x.minutes || ' min', x.factor::text) as amount
    from enrolments e join users u on u.id = e.user_id
         left join extra_times x on x.exam_id = e.exam_id and x.user_id = e.user_id
    where e.exam_id = ${examId} order by u.email`.execute(portal.context.database.read);
  return rows.map(({ amount }) => amount);
}

async function rowsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(t)::text as row from ${sql.table(table)} t`.execute(portal.context.database.read);
  return rows.map(({ row }) => row);
}

describe('a column of extra time', () => {
  it.each([
    'Temps supplémentaire',
    'TEMPS SUPPLÉMENTAIRE (minutes)',
    'Temps supp.',
    'Temps additionnel',
    'Tiers temps',
    'Extra time',
    'Extra time (minutes)',
    'Additional time',
  ])('is recognised by the heading %j', async (heading) => {
    const { id, courseId } = await makeExam(heading);
    expect((await place(courseId, list(heading, '30 min', '', '1,5', 'temps et demi'))).reply).toBe(4);
    expect(await givenIn(id)).toEqual(['30 min', null, '1.5', '1.5']);
  });

  it.each([
    'Temps supplémentaire (%)',
    'Extra time percent',
    'Temps supplémentaire (pourcentage)',
    'Tiers-temps (%)',
  ])('is percent under %j, which a bare number does not repeat', async (heading) => {
    const { id, courseId } = await makeExam(heading);
    expect((await place(courseId, list(heading, '33', '0.25', '150', '45 min'))).reply).toBe(4);
    expect(await givenIn(id)).toEqual(['1.33', '1.25', '1.5', '45 min']);
    expect((await look(courseId, list(heading, '100'))).status).toBe(422);
  });

  it('gives a third where the heading is « Tiers-temps » and the cell a yes, and the preview says so', async () => {
    const { id, courseId } = await makeExam('Tiers');
    const file = list('Tiers-temps', 'Oui', 'x', 'non', '', 'TRUE', '45 min', '1/3');
    expect((await look(courseId, file)).reply).toMatchObject({ extraTimes: 5, thirdColumn: 'Tiers-temps' });
    expect((await place(courseId, file)).reply).toBe(7);
    expect(await givenIn(id)).toEqual(['1.3333', '1.3333', null, null, '1.3333', '45 min', '1.3333']);
    const other = await look(courseId, list('Temps supplémentaire', 'oui'));
    expect(other.reply.problems).toMatchObject([{ line: 2, code: 'import.extraTimeUnreadable' }]);
    expect((await look(courseId, list('Extra time', '30'))).reply).not.toHaveProperty('thirdColumn');
  });

  it('is previewed as a number of people, and is in the audit log as such', async () => {
    const { id, courseId } = await makeExam('Aperçu');
    const file = list('Temps supplémentaire', '47 min', '', '1,37');
    const { reply } = await look(courseId, file);
    expect(reply.extraTimes).toBe(2);
    expect(reply.rows[0]?.more).not.toHaveProperty('extraTime');
    expect((await look(courseId, list('Autre', '47'))).reply).not.toHaveProperty('extraTimes');
    await place(courseId, file);
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['action', 'detail'])
      .where('subject', '=', `exam:${id}`)
      .where('action', '=', 'exam.extraTimesChanged')
      .execute();
    expect(lines).toEqual([
      { action: 'exam.extraTimesChanged', detail: { name: 'Aperçu', candidates: 2, change: 'given' } },
    ]);
  });

  it('stands in the template of those with the right alone, which either imports without a question', async () => {
    const { id, courseId } = await makeExam('Modèle');
    const filledIn = async (who: Caller, ...line: string[]) => {
      const { raw } = await who.call(downloadTemplate, { query: { format: 'csv' } });
      return { name: 'candidats-candidates.csv', bytes: `${raw}${line.join(';')}\r\n` };
    };
    const withIt = await filledIn(admin, '', 'Léa', 'Modèle', 'lea.modele@etu.example.ca', 'F', '30 min');
    expect((await place(courseId, withIt)).reply).toBe(1);
    expect(await givenIn(id)).toEqual(['30 min']);
    const other = await filledIn(unentitled, '', 'Noé', 'Modèle', 'noe.modele@etu.example.ca', 'F');
    expect((await place(courseId, other, unentitled)).reply).toBe(1);
  });

  it('is given to who is enrolled already without any; what stands stays, also where the cell is blank', async () => {
    const { id, courseId } = await makeExam('Encore');
    await place(courseId, list('Temps supplémentaire', '30 min', '30 min', ''));
    expect((await place(courseId, list('Extra time', '45', '', '20 min'))).reply).toBe(0);
    expect(await givenIn(id)).toEqual(['30 min', '30 min', '20 min']);
  });

  it('names each cell that cannot be read, without showing it', async () => {
    const { courseId } = await makeExam('Illisible');
    const file = list('Temps supplémentaire', '30 min', '31313 hectares', '2');
    const { reply, raw, status } = await look(courseId, file);
    expect(status).toBe(422);
    expect(reply.problems.map(({ line, column, code, text }) => ({ line, column, code, text }))).toEqual(
      [3, 4].map((line) => ({
        line,
        column: 'Temps supplémentaire',
        code: 'import.extraTimeUnreadable',
        text: '',
      })),
    );
    expect(raw).not.toContain('31313');
  });

  it('that says two things of one person is refused', async () => {
    const { courseId } = await makeExam('Deux fois');
    const line = (cell: string) => `Léa;Essai;lea@etu.example.ca;${cell}`;
    const twice = (one: string, other: string) => ({
      name: 'liste.csv',
      bytes: ['Prénom;Nom;Courriel;Extra time', line(one), line(other)].join('\n'),
    });
    const { reply } = await look(courseId, twice('30', '45'));
    expect(reply.problems).toMatchObject([
      { line: 3, code: 'import.extraTimeTwice', text: '', params: { otherLine: 2 } },
    ]);
    expect((await place(courseId, twice('30', '30'))).reply).toBe(1);
  });

  it('that is matched by hand under another heading is read', async () => {
    const { id, courseId } = await makeExam('À la main');
    const columns = { firstName: 0, lastName: 1, email: 2, extraTime: 3 };
    await place(courseId, list('Mesure', '30'), admin, { columns, headingLine: 1 });
    expect(await givenIn(id)).toEqual(['30 min']);
  });
});

describe('a list with a column of extra time, of somebody without the right to it', () => {
  const file = list('Temps supplémentaire', '597 min', '4,7319', 'illisible');
  const byHand = { columns: { firstName: 0, lastName: 1, email: 2 }, headingLine: 1 };

  it.each([
    ['as its headings say', file, {}],
    ['with the column left out by hand', file, byHand],
    [
      'with the column matched by hand',
      list('Mesure', '597 min'),
      { ...byHand, columns: { ...byHand.columns, extraTime: 3 } },
    ],
  ])('is refused for that reason alone, %s, and nothing of it is shown or kept', async (_, given, more) => {
    const { id, courseId } = await makeExam('Sans droit');
    const previewed = await look(courseId, given, unentitled, more);
    const placed = await place(courseId, given, unentitled, more);
    for (const { raw, status } of [previewed, placed]) {
      expect(status).toBe(422);
      const { problems, badRows } = JSON.parse(raw) as Refusal;
      const column = given === file ? 'Temps supplémentaire' : 'Mesure';
      expect(problems).toEqual([
        { line: 1, column, code: 'import.extraTimeDenied', text: '', params: { column } },
      ]);
      expect(badRows).toBe(0);
      expect(raw).not.toMatch(/597|7319|illisible/);
    }
    expect(await givenIn(id)).toEqual([]);
    const staged = await sql`select from staged_candidates`.execute(portal.context.database.read);
    expect(staged.rows).toEqual([]);
  });

  const without = { withoutExtraTime: true };
  /** Lines in which a problem or a note would quote other cells. */
  const notes = {
    name: 'liste.csv',
    bytes: [
      'Prénom;Nom;Courriel;Temps supplémentaire;Salle',
      'Léa;Essai;lea0@etu.example.ca;597 min;A',
      'Zoé;Essai;lea1@etu.example.ca;4,7319 illisible Ã©tÃ©;B',
      'Total;;;597;',
    ].join('\n'),
  };

  it.each([
    ['as its headings say', file, {}, 3],
    ['with the column matched by nothing', file, byHand, 3],
    [
      'with the column matched by hand',
      list('Mesure', '597 min', '4,7319'),
      { ...byHand, columns: { ...byHand.columns, extraTime: 3 } },
      2,
    ],
    ['with two such columns', list('Extra time;Tiers temps', '597 min;4,7319', '4,7319;illisible'), {}, 2],
    ['with text to repair and a total', notes, { repairText: true }, 2],
  ])(
    'is imported without it when that is asked, %s, and no cell of it is shown or kept',
    async (how, given, more, count) => {
      const { id, courseId } = await makeExam(`Sans la colonne, ${how}`);
      const asked = { ...more, ...without };
      const { reply, raw } = await look(courseId, given, unentitled, asked);
      const heading = /Mesure|Extra time|Temps supplémentaire/.exec(given.bytes)?.[0];
      expect(reply.file.leftOutColumn).toBe(heading);
      expect(reply).not.toHaveProperty('extraTimes');
      expect(reply.columns.layout?.fields.map(({ field }) => field)).not.toContain('extraTime');
      expect(reply.columns.layout?.columns.map(({ mayBe }) => mayBe)).not.toContain('extraTime');
      const before = log.length;
      const placed = await place(courseId, given, unentitled, asked);
      expect(placed.reply).toBe(count);
      expect(await givenIn(id)).toEqual(Array.from({ length: count }, () => null));
      const told = [raw, placed.raw, ...log.slice(before)].join('\n');
      expect(told).not.toMatch(/(?<![\w.:-])597(?![\w-])|7319|illisible/);
      const lines = await portal.context.database.read
        .selectFrom('audit_lines')
        .select('detail')
        .where('subject', '=', `exam:${id}`)
        .where('action', '=', 'candidates.imported')
        .execute();
      expect(lines).toMatchObject([{ detail: { placed: count, leftOutColumn: heading } }]);
    },
  );

  it('stages no amount when the column is left out', async () => {
    const { courseId } = await makeExam('En attente');
    const grant = machineGrantOn('guichet import', 3);
    const staged: string[] = [];
    const { context, tell } = atPlacing(portal.context, async () => {
      staged.push(...(await rowsOf('staged_candidates')));
    });
    const order = { selectedCourse: courseId, languageId: 'fr', sendEmail: false, reader: 'fr' } as const;
    const given = { fileName: file.name, bytes: Buffer.from(file.bytes) };
    expect(await importFile(context, grant, { ...order, ...without, tell }, given)).toBe(3);
    expect(staged).toHaveLength(3);
    for (const row of staged)
      expect(JSON.parse(row)).toMatchObject({ extra_minutes: null, extra_factor: null });
    expect(staged.join()).not.toMatch(/597 min|4,7319|illisible/);
  });

  it('without it still names what else is wrong, and quotes no cell of it', async () => {
    const { courseId } = await makeExam('Guillemets');
    const slipped = list('Temps supplémentaire', '597 min', '"illisible', '4,7319;597 min');
    const { status, raw, reply } = await look(courseId, slipped, unentitled, without);
    expect(status).toBe(422);
    expect(reply.problems.map(({ code, text }) => ({ code, text }))).toEqual([
      { code: 'import.unclosedQuote', text: '' },
    ]);
    expect(raw).not.toMatch(/597|7319|illisible/);
    const surplus = list('Temps supplémentaire', '597 min;4,7319');
    const { reply: other } = await look(courseId, surplus, unentitled, without);
    expect(other.problems).toMatchObject([{ code: 'import.extraCells', text: '' }]);
  });

  it('without it is another import than with it, and leaves the extra time that stands', async () => {
    const { id, courseId } = await makeExam('Deux importations');
    const good = list('Temps supplémentaire', '30 min', '');
    const importId = portal.context.clock.uuid();
    expect((await place(courseId, good, admin, { importId })).reply).toBe(2);
    const again = await place(courseId, good, unentitled, { ...without, importId });
    expect(again.status).toBe(409);
    expect((await place(courseId, list('Extra time', '597 min', '597 min'), unentitled, without)).reply).toBe(
      0,
    );
    expect((await place(courseId, list('Extra time', '597 min', '597 min'), admin, without)).reply).toBe(0);
    expect(await givenIn(id)).toEqual(['30 min', null]);
  });

  longTest('reaches the platform by a later list of somebody with the right', async () => {
    const { courseId } = await makeExam('Plus tard');
    const good = list('Temps supplémentaire', '599 min', '');
    expect((await place(courseId, good, unentitled, without)).reply).toBe(2);
    await drain(portal.context, openMoodle(portal.context));
    expect((await place(courseId, good, admin)).reply).toBe(0);
    await drain(portal.context, openMoodle(portal.context));
    const limits = [...moodle.site.overrides.values()].map(({ timelimit }) => timelimit);
    expect(limits).toContain(10_800 + 599 * 60);
  });

  it('is imported once the right is given', async () => {
    const other = await portal.as('admin', 3);
    const { id, courseId } = await makeExam('Avec droit');
    const good = list('Temps supplémentaire', '597 min');
    expect((await place(courseId, good, other)).status).toBe(422);
    await giveExtraTimeRight(portal, other, 3);
    expect((await place(courseId, good, other)).reply).toBe(1);
    expect(await givenIn(id)).toEqual(['597 min']);
  });
});

describe('the amount of extra time', () => {
  /** 597 minutes, or 4.7319 times; not inside an hour, an id or a digest. */
  const amount = /(?<![\w.:-])597(?![\w-])|4[.,]7319|473[.,]19/;

  it('stands nowhere but in its own table: no mail, export, log line, audit line, difference, preview or answer', async () => {
    const { id: examId, courseId } = await makeExam('Nulle part', portal.context.clock.today());
    const file = list('Temps supplémentaire', '597 min', '4,7319', '473,19 %', '', '30 min');
    const previewed = await look(courseId, file, admin);
    expect(previewed.reply.extraTimes).toBe(4);
    const importId = portal.context.clock.uuid();
    await place(courseId, file, admin, { sendEmail: true, importId });
    await catcher.waitFor(5, 20_000);
    await drain(portal.context, openMoodle(portal.context));
    expect([...moodle.site.overrides.values()].map(({ timelimit }) => timelimit)).toEqual(
      expect.arrayContaining([10_800 + 597 * 60]),
    );
    const params = { systemId: 3, examId };
    const [{ id: userId } = { id: 0 }] = (await admin.call(listCandidates, { params })).reply;
    // A further extra time, which Moodle refuses; the reason is stored.
    const extraTime = { minutes: null, factor: 4.7319 };
    const override = { params: { ...params, userId }, body: { extraTime } };
    const { setup } = moodle.site;
    setup.functions = setup.functions.filter((name) => name !== 'mod_quiz_save_overrides');
    await admin.call(setExtraTime, override);
    await admin.call(readDrift, { params });
    await drain(portal.context, openMoodle(portal.context));
    expect((await admin.call(getExtraTime, { params: override.params })).reply.platform?.state).toBe(
      'failed',
    );

    const told: Record<string, string> = { preview: previewed.raw };
    const questions: [Endpoint, object][] = [
      [listCandidates, { params }],
      [getDrift, { params }],
      [getPlatformHealth, { params }],
      [listImports, { params: { systemId: 3 } }],
      [previewUndo, { params: { systemId: 3, importId } }],
      [listAuditLines, { query: {} }],
      [listMails, { query: { examId } }],
      [getUserInfo, { body: { id: userId } }],
      [getPersonHistory, { params: { id: userId } }],
      [searchUsers, { body: { filters: [{ workshopId: examId }] } }],
      [exportResults, { params, query: { format: 'csv' } }],
    ];
    for (const [endpoint, input] of questions) {
      const { status, raw } = await unentitled.call(endpoint, input as never);
      expect(status, endpoint.path).toBe(200);
      told[endpoint.path] = raw;
    }
    const workbook = await unentitled.call(exportResults, { params, query: { format: 'xlsx' } });
    told.workbook = [...openSheets(workbook.bytes, 'liste.xlsx', testLimits, fieldNamed)]
      .flatMap(({ rows }) => [...{ [Symbol.iterator]: () => rows }].map(({ cells }) => cells.join(';')))
      .join('\n');
    for (const place of [listCandidates.path, exportResults.path, 'workbook'])
      expect(told[place], place).toContain('lea0@etu.example.ca');
    told.mails = catcher.received.map(({ raw }) => decoded(raw)).join('\n');
    expect(told.mails).toContain('Essai');
    told.log = log.join('\n');
    for (const [table, rows] of await allRows()) told[`table ${table}`] = rows;
    const places = Object.entries(told).filter(([, text]) => amount.test(text));
    expect(places.map(([where]) => where)).toEqual(['table extra_times']);
  });

  /** The text of a mail whose parts are in quoted-printable or Base64. */
  function decoded(raw: string): string {
    const plain = raw.replaceAll(/=\r?\n/g, '');
    const base64 = [...raw.matchAll(/\r?\n\r?\n([A-Za-z0-9+/=\r\n]{60,})/g)];
    return [plain, ...base64.map(([, text = '']) => Buffer.from(text, 'base64').toString())].join('\n');
  }

  /** Every row of every table, as text. */
  async function allRows(): Promise<[string, string][]> {
    const { read } = portal.context.database;
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(read);
    const found: [string, string][] = [];
    for (const { name } of rows) found.push([name, (await rowsOf(name)).join('\n')]);
    return found;
  }
});

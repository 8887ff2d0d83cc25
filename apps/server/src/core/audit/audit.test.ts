import { type ListedAuditLine, listAuditLines, recordExport } from '@guichet/contract/core/audit';
import type { QueryOf } from '@guichet/contract/core/endpoint';
import { cancelExam, createExamSpace, editExam } from '@guichet/contract/exams/exams';
import { addCandidate, unenrol } from '@guichet/contract/exams/places';
import { correctUser } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { makeAddress, openMovingDesk } from '../../exams/places/fixtures/movingDesk.ts';
import { admit, machineGrant } from '../../identity/access/access.service.ts';
import { type AuditLine, record, write } from './audit.service.ts';

let portal: TestPortal;
let admin: Caller;
let foreignAdmin: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Aurélie', lastName: 'D’Amours' });
  foreignAdmin = await portal.as('admin', 2);
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

type Query = Partial<QueryOf<typeof listAuditLines>>;
const read = async (who: Caller, query: Query = {}) => (await who.call(listAuditLines, { query })).reply;
const note = (line: AuditLine) =>
  write(portal.context, machineGrant('test'), async () => record(null, { systemId: 3, ...line }));
const subjects = (lines: readonly ListedAuditLine[]) => lines.map(({ subject }) => subject);
const makeSpace = async (title: string, who = admin, systemId = 3) =>
  (await who.call(createExamSpace, { params: { systemId }, body: { title, examDate: '2027-03-01' } })).reply;

describe('a list that leaves the portal as a file', () => {
  it('is a line that a super admin reads, with file, rows and who took it', async () => {
    const body = { fileName: 'Personnes 2027-02-12.xlsx', rows: 1412 };
    for (const who of [await portal.as('support', 3), await portal.as('student', 3)])
      expect((await who.call(recordExport, { body })).status).toBe(403);
    expect((await portal.nobody.call(recordExport, { body })).status).toBe(401);
    expect((await admin.call(recordExport, { body })).reply).toBe(true);
    const [line] = (await read(superAdmin, { group: 'accounts' })).lines;
    expect(line).toMatchObject({ action: 'list.exported', detail: body, systemId: null });
    expect(line?.actorId).toBe(admin.userId);
  });

  it('of one system is read by its administrators; nobody writes such a line for a system of others', async () => {
    const file = { fileName: 'Feuille de présence 2027-02-13.xlsx', rows: 12 };
    const body = { ...file, systemId: 3 };
    expect((await foreignAdmin.call(recordExport, { body })).problem.code).toBe('access.denied');
    expect((await admin.call(recordExport, { body })).reply).toBe(true);
    expect((await superAdmin.call(recordExport, { body })).reply).toBe(true);
    const isOfFile = ({ detail }: ListedAuditLine) => detail.fileName === file.fileName;
    const lines = (await read(admin, { group: 'accounts', systemId: 3 })).lines.filter(isOfFile);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatchObject({ action: 'list.exported', systemId: 3, actorId: admin.userId });
    expect(lines[1]?.detail).toEqual(file);
    expect((await read(foreignAdmin)).lines.some(isOfFile)).toBe(false);
  });
});

describe('access to the audit log', () => {
  it('is refused when signed out, to students and to support', async () => {
    expect((await portal.nobody.call(listAuditLines)).status).toBe(401);
    for (const role of ['student', 'support'] as const) {
      const { problem } = await (await portal.as(role, 3)).call(listAuditLines);
      expect(problem).toMatchObject({ status: 403, code: 'access.denied' });
    }
  });

  it('shows an admin the lines of their own systems only', async () => {
    await makeSpace('Trois');
    await makeSpace('Deux', foreignAdmin, 2);
    for (const query of [{}, { systemId: 3 }, { group: 'exams' }, { person: 'D’Amours' }] as Query[]) {
      const { lines } = await read(foreignAdmin, query);
      expect(lines.filter(({ systemId }) => systemId !== 2)).toEqual([]);
    }
    expect((await read(foreignAdmin)).lines.map(({ subjectName }) => subjectName)).toContain('Deux');
    expect((await read(foreignAdmin, { systemId: 3 })).lines).toEqual([]);
  });

  it('shows lines without a system to super admins only', async () => {
    const isOfNone = ({ systemId }: ListedAuditLine) => systemId === null;
    expect((await read(admin)).lines.some(isOfNone)).toBe(false);
    expect((await read(superAdmin, { group: 'signIn' })).lines.some(isOfNone)).toBe(true);
  });
});

it('whose actor is no person of the reader’s systems is not found by parts of their address', async () => {
  const email = 'racine.secrete@ailleurs.example.ca';
  const racine = await portal.as('superAdmin', null, { email });
  await makeSpace('Par Racine', racine);
  const hits = async (who: Caller, person: string) =>
    subjects((await read(who, { person, systemId: 3 })).lines).length;
  for (const part of [email, 'racine.secr', 'ailleurs.example']) {
    expect([part, await hits(admin, part)]).toEqual([part, 0]);
    expect([part, await hits(superAdmin, part)]).toEqual([part, 1]);
  }
});

describe('a line', () => {
  it('holds time, actor, action and subject, with its name at that time', async () => {
    const exam = await makeSpace('Nommée');
    await admin.call(cancelExam, { params: { systemId: 3, examId: exam.id } });
    const [line] = (await read(admin, { group: 'exams' })).lines;
    expect(line).toMatchObject({
      at: portal.context.clock.now(),
      actorId: admin.userId,
      actor: 'Aurélie D’Amours',
      onBehalfOf: null,
      systemId: 3,
      action: 'exam.deactivated',
      subject: `exam:${exam.id}`,
      subjectName: 'Nommée',
      detail: { examDate: '2027-03-01', candidates: 0 },
    });
  });

  it('is found by the exam that it is about, and by another system’s administrator not', async () => {
    const [exam, other] = [await makeSpace('Une'), await makeSpace('Autre')];
    for (const { id } of [exam, other]) await admin.call(cancelExam, { params: { systemId: 3, examId: id } });
    const query = { systemId: 3, examId: exam.id };
    const { lines } = await read(admin, query);
    expect(lines.map(({ action, subject }) => [action, subject])).toEqual([
      ['exam.deactivated', `exam:${exam.id}`],
      ['examSpace.created', `exam:${exam.id}`],
    ]);
    expect((await read(foreignAdmin, query)).lines).toEqual([]);
  });

  it('with its exam: who was added, taken out, moved, marked or corrected, by name, and nobody of another exam', async () => {
    const desk = await openMovingDesk(portal, admin);
    const exam = await desk.makeExam('Histoire', ['Ana', 'Bob', 'Cid', 'Dan', 'Eve']);
    const [other, elsewhere] = [await desk.makeExam('Suite'), await desk.makeExam('Ailleurs', ['Fay'])];
    const [ana = 0, bob = 0, cid = 0] = await desk.idsOf(exam.id);
    const [fay = 0] = await desk.idsOf(elsewhere.id);
    const params = { systemId: 3, examId: exam.id };
    portal.context.clock.advance(1);
    await admin.call(unenrol, { params: { ...params, learningPlatformId: `g${bob}` } });
    await admin.call(addCandidate, { params, body: { email: makeAddress('Bob'), sendEmail: false } });
    for (const id of [ana, fay])
      await admin.call(correctUser, {
        body: { id, firstName: 'Anna', lastName: 'Essai', languageId: 'fr', newsLetter: false },
      });
    await desk.move(exam.id, other.id, [cid]);
    const told = async (examId: number) =>
      (await read(admin, { systemId: 3, examId })).lines.map(({ action, subjectName, people }) =>
        [action, subjectName, ...people].join(', '),
      );
    expect(await told(exam.id)).toEqual([
      'candidates.moved, Histoire, Cid Essai',
      'user.corrected, Ana Essai',
      'candidate.enrolled, Bob Essai',
      'candidate.unenrolled, Bob Essai',
      'candidates.imported, Histoire',
      'examSpace.created, Histoire',
    ]);
    expect(await told(other.id)).toEqual([
      'candidates.moved, Histoire, Cid Essai',
      'examSpace.created, Suite',
    ]);
    const foreign = await read(foreignAdmin, { examId: exam.id });
    expect(foreign.lines).toEqual([]);
  });

  it('has one moment for all lines of an act, by which they are one row, and a name of that time for who acted on themselves', async () => {
    const { clock } = portal.context;
    let ticks = 0;
    const now = () => {
      ticks += 1;
      return new Date(clock.now().getTime() + ticks);
    };
    const ticking = { ...portal.context, clock: { ...clock, now } };
    const actor = { userId: admin.userId, fullName: 'Nom d’avant' };
    const act = { action: 'user.locked', subject: `user:${admin.userId}`, actor } as const;
    await write(ticking, machineGrant('test'), async () =>
      record(null, { ...act, systemId: 3 }, { ...act, systemId: 2 }),
    );
    const [one, other] = (await read(superAdmin)).lines;
    expect(one?.at).toEqual(other?.at);
    expect(one?.subjectName).toBe('Nom d’avant');
  });

  it('looks up a name that the line lacks, but not in an exam of another system', async () => {
    const foreign = await makeSpace('À d’autres', foreignAdmin, 2);
    await note({ action: 'user.created', subject: `user:${admin.userId}` });
    await note({ action: 'exam.deactivated', subject: `exam:${foreign.id}` });
    await note({ action: 'exam.deactivated', subject: 'exam:x' });
    const { lines } = await read(admin, { pageSize: 3 });
    expect(lines.map(({ subjectName }) => subjectName)).toEqual([null, null, 'Aurélie D’Amours']);
  });

  it('holds both people of an impersonation', async () => {
    const identity = {
      sessionId: 'x',
      userId: admin.userId,
      fullName: 'Aurélie D’Amours',
      email: 'a@guichet.test',
      roles: [{ role: 'admin' as const, systemId: 3 }],
      mustChoosePassword: false,
      isByProvider: false,
      isPasswordDue: false,
      isFactorDue: false,
      actor: { userId: superAdmin.userId, fullName: 'Solange Bélanger', sessionId: 'own' },
    };
    const grant = await admit(portal.context.database.read, identity, { level: 'admin' }, 3);
    await write(portal.context, grant, async () => record(null, { action: 'message.saved', subject: null }));
    expect((await read(admin, { pageSize: 1 })).lines).toMatchObject([
      { actor: 'Solange Bélanger', onBehalfOf: 'Aurélie D’Amours' },
    ]);
  });
});

describe('filters', () => {
  it('find the actor, the impersonated person and the subject, ignoring accents', async () => {
    const emile = await portal.as('student', 3, { firstName: 'Émile', lastName: 'Gagné' });
    await note({ action: 'user.created', subject: `user:${emile.userId}` });
    await note({ action: 'candidate.unenrolled', subject: 'user:999999', detail: { name: 'Émile Gagné' } });
    expect(subjects((await read(admin, { person: 'emile gagne' })).lines)).toEqual([`user:${emile.userId}`]);
    expect(subjects((await read(admin, { person: 'Gagné' })).lines)).toEqual([
      'user:999999',
      `user:${emile.userId}`,
    ]);
    expect((await read(admin, { person: '100%_' })).lines).toEqual([]);
    const ofSolange = (await read(admin, { person: 'solange' })).lines;
    expect(ofSolange.map(({ actor }) => actor)).toEqual(['Solange Bélanger']);
  });

  it('find the lines of a system by its short name, and with a line on a person their address', async () => {
    const dina = await portal.as('student', 3, {
      firstName: 'Dina',
      lastName: 'Rey',
      email: 'dina@etu.example.ca',
    });
    await note({ action: 'user.locked', subject: `user:${dina.userId}` });
    const [line] = (await read(admin, { pageSize: 1 })).lines;
    expect(line?.subjectEmail).toBe('dina@etu.example.ca');
    await note({ action: 'user.locked', subject: `user:${foreignAdmin.userId}` });
    expect((await read(admin, { pageSize: 1 })).lines[0]?.subjectEmail).toBe(null);
    const of = async (person: string) =>
      new Set((await read(superAdmin, { person, pageSize: 500 })).lines.map(({ systemId }) => systemId));
    expect(await of('dc')).toEqual(new Set([3]));
    await makeSpace('Ailleurs', foreignAdmin, 2);
    expect(await of('PDI')).toEqual(new Set([2]));
    expect((await read(admin, { person: 'PDI' })).lines).toEqual([]);
  });

  it.each([{ from: '2027-02-30' }, { group: 'secrets' }, { before: 'x' }])('refuse %j', async (query) => {
    expect((await admin.call(listAuditLines, { query: query as never })).status).toBe(400);
  });
});

describe('pages', () => {
  it('show every line once while lines are added', async () => {
    const all = (await read(admin, { pageSize: 500 })).lines.map(({ id }) => id);
    const seen: number[] = [];
    let next: number | null | undefined;
    do {
      const page = await read(admin, { pageSize: 3, ...(next && { before: next }) });
      seen.push(...page.lines.map(({ id }) => id));
      next = page.next;
      await note({ action: 'user.created', subject: 'meanwhile' });
    } while (next !== null);
    expect(all.length).toBeGreaterThan(6);
    expect(seen).toEqual(all);
  });

  it('end after a last page that is full', async () => {
    const { lines } = await read(foreignAdmin);
    expect(await read(foreignAdmin, { pageSize: lines.length })).toMatchObject({ next: null });
  });
});

it('an unenrolment names the candidate and the exam', async () => {
  const exam = await makeSpace('Retrait');
  const zoe = await portal.as('student', 3);
  await portal.context.database.transact((tx) =>
    tx
      .insertInto('enrolments')
      .values({
        system_id: 3,
        exam_id: exam.id,
        user_id: zoe.userId,
        learning_platform_id: `u${zoe.userId}`,
        import_id: null,
        enrolled_at: portal.context.clock.now(),
      })
      .execute(),
  );
  const params = { systemId: 3, examId: exam.id, learningPlatformId: `u${zoe.userId}` };
  expect((await admin.call(unenrol, { params })).reply).toBe(true);
  const [line] = (await read(admin, { pageSize: 1 })).lines;
  expect(line).toMatchObject({
    subjectName: 'Zoé Côté',
    detail: { name: 'Zoé Côté', exam: 'Retrait', examId: exam.id },
  });
});

it('gives the English titles of the exams in a line, as long as they bear the recorded ones', async () => {
  const params = { systemId: 3 };
  const body = { title: 'Automne', titleEn: 'Fall', examDate: '2027-03-01' };
  const { reply: exam } = await admin.call(createExamSpace, { params, body });
  const of = { systemId: 3, examId: exam.id };
  await note({
    action: 'candidate.unenrolled',
    subject: 'user:1',
    systemId: 3,
    detail: { name: 'Zoé Côté', exam: 'Automne', examId: exam.id },
  });
  const titles = async () =>
    (await read(admin, { examId: exam.id })).lines.map(({ action, subjectName, ...line }) => [
      ...[action, subjectName, line.subjectNameEn, line.examEn],
    ]);
  expect(await titles()).toEqual([
    ['candidate.unenrolled', 'Zoé Côté', null, 'Fall'],
    ['examSpace.created', 'Automne', 'Fall', null],
  ]);
  const { titleEn, examDate } = body;
  const unset = {
    startTime: '',
    endTime: '',
    placeFr: '',
    placeEn: '',
    placeUrl: '',
    instructionsFr: '',
    instructionsEn: '',
  };
  const facts = { ...unset, titleFr: 'Hiver', titleEn, examDate, version: 1 };
  await admin.call(editExam, { params: of, body: facts });
  expect(await titles()).toEqual([
    ['examSpace.changed', 'Hiver', 'Fall', null],
    ['candidate.unenrolled', 'Zoé Côté', null, null],
    ['examSpace.created', 'Automne', null, null],
  ]);
});

it('filters by date use days of the university’s time zone', async () => {
  // 04:59 and 05:00 in UTC are 23:59 and 00:00 in Toronto.
  const until = Date.parse('2027-02-02T04:59:00Z') - portal.context.clock.now().getTime();
  portal.context.clock.advance(until / 1000);
  await note({ action: 'user.created', subject: 'last minute' });
  portal.context.clock.advance(60);
  await note({ action: 'user.created', subject: 'first minute' });
  // A session from a month ago has expired, so this is a new session.
  const late = await portal.as('admin', 3);
  const firstOfMonth = await read(late, { from: '2027-02-01', to: '2027-02-01' });
  expect(subjects(firstOfMonth.lines)).toEqual(['last minute']);
  expect(subjects((await read(late, { from: '2027-02-02' })).lines)).toEqual(['first minute']);
  const before = await read(late, { to: '2027-02-01', pageSize: 1 });
  expect(subjects(before.lines)).toEqual(['last minute']);
});

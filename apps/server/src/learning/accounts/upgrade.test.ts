import { createExamSpace } from '@guichet/contract/exams/exams';
import { addCandidate } from '@guichet/contract/exams/places';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { countDoubts, type Doubt, decideDoubt, listDoubts } from '@guichet/contract/learning/learning.doubts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain, makeCandidates, planExamSpace, readEnrolmentJobs } from '../../../test/learning.ts';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { openMoodle } from '../connectors/moodle/moodle.ts';
import { planRetry } from '../learning.service.ts';
import { readBackAccounts } from '../matching/readBack.service.ts';
import { openConnectors } from '../platforms/connectors.ts';

let moodle: MoodleServer;
let portal: TestPortal;
beforeAll(async () => {
  moodle = await openMoodleServer();
  addTemplate(moodle);
  portal = await openTestPortal(settingsOf(moodle));
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const never = new AbortController().signal;

/** The state left by a former version: people on Moodle under the numbers of their rows, with records as old ones. */
async function planOld(count: number) {
  const { context } = portal;
  const space = await planExamSpace(context, { candidates: makeCandidates(count) });
  await drain(context, openMoodle(context));
  await systemTransaction(context, async (tx) => {
    await sql`delete from platform_accounts`.execute(tx);
    await sql`
      insert into platform_accounts (site, user_id, key, origin, changed_at)
      select distinct 'learningPlatform', user_id, platform_user_id, 'old', now() from platform_enrolments`.execute(
      tx,
    );
  });
  return space;
}

const userOf = (key: string) => [...moodle.site.users.values()].find(({ username }) => username === key);

const recordsOf = (userIds: readonly number[]) =>
  portal.context.database.read
    .selectFrom('platform_accounts')
    .select(['user_id as userId', 'external_id as externalId', 'origin', 'key', 'doubt'])
    .where('site', '=', 'learningPlatform')
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .execute();

it('a portal with 1,000 people under old keys loses nobody’s account, and doubts what is not plausible', async () => {
  const { context } = portal;
  const space = await planOld(1000);
  const { keys, userIds, courseId, systemId } = space;
  const before = new Map(keys.map((key) => [key, userOf(key)?.id]));
  const [admin = '', professor = '', renamed = '', gone = '', suspended = ''] = keys;
  // Others bear the numbers: an administrator as ID number, a professor in place of the deleted account.
  Object.assign(moodle.site.users.get(2) as object, { idnumber: admin });
  Object.assign(userOf(professor) as object, {
    username: 'prof.roy',
    auth: 'manual',
    firstname: 'Ada',
    lastname: 'Roy',
    email: 'ada@uni.test',
  });
  Object.assign(userOf(renamed) as object, { lastname: 'Autre', auth: 'oauth2' });
  moodle.site.users.delete(before.get(gone) ?? 0);
  Object.assign(userOf(suspended) as object, { suspended: true });
  await readBackAccounts(context, never);
  const records = await recordsOf(userIds);
  const doubtful = records.filter(({ doubt }) => doubt !== null).map(({ key }) => key);
  expect(doubtful.sort()).toEqual([admin, professor].sort());
  expect(records.find(({ userId }) => `g${userId}` === gone)).toMatchObject({
    origin: 'new',
    externalId: null,
    key: expect.stringMatching(/^guichet-/),
  });
  const others = records.filter(({ userId }) => ![admin, professor, gone].includes(`g${userId}`));
  expect(others).toHaveLength(997);
  for (const { key, origin, externalId } of others)
    expect({ key, origin, externalId }).toEqual({
      key,
      origin: 'adopted',
      externalId: String(before.get(key)),
    });

  await systemTransaction(context, (tx) => planRetry(tx, { systemId, courseId, now: context.clock.now() }));
  const { clock } = context;
  await systemTransaction(context, async (tx) => {
    await tx
      .updateTable('platform_enrolments')
      .set({ state: 'pending', next_try_at: clock.now() })
      .where('course_id', '=', courseId)
      .execute();
  });
  const professorBefore = {
    ...[...moodle.site.users.values()].find(({ username }) => username === 'prof.roy'),
  };
  await drain(context, await openConnectors(context).of(null));
  const states = new Map((await readEnrolmentJobs(context, courseId)).map((job) => [job.key, job]));
  for (const key of [admin, professor])
    expect(states.get(key)).toMatchObject({ state: 'failed', lastRemark: { code: 'doubtfulAccount' } });
  expect(states.get(suspended)).toMatchObject({ lastRemark: { code: 'accountSuspended' } });
  expect([...states.values()].filter(({ state }) => state === 'done')).toHaveLength(997);
  expect([...moodle.site.users.values()].find(({ username }) => username === 'prof.roy')).toEqual(
    professorBefore,
  );
  expect(moodle.site.users.size).toBe(3 + 1000);
});

it('takes nobody off a course by a doubtful account', async () => {
  const { context } = portal;
  const professor = [...moodle.site.users.values()].find(({ username }) => username === 'prof.roy');
  const handle = professor?.idnumber ?? '';
  const { courseId: code } = await planExamSpace(context);
  await drain(context, await openConnectors(context).of(null));
  const course = [...moodle.site.courses.values()].find(({ idnumber }) => idnumber === code);
  const organisation = { id: 3, templateId: null, semesterId: null };
  const ref = { organisation, code, externalId: String(course?.id) };
  const account = { key: handle, externalId: String(professor?.id) };
  await openMoodle(context).enrol(ref, [account], never);
  const refusals = await (await openConnectors(context).of(null)).unenrol(ref, [handle], never);
  expect(refusals).toMatchObject([{ key: handle, remark: { code: 'doubtfulAccount' } }]);
  expect([...(moodle.site.enrolments.get(course?.id ?? 0)?.keys() ?? [])]).toEqual([professor?.id]);
});

it('lets a super admin decide whose a doubtful account is', async () => {
  const root = await portal.superAdmin();
  const listed = (await root.call(listDoubts, {})).reply as Doubt[];
  expect(listed).toHaveLength(2);
  const [withAdmin, professor] = listed.toSorted(
    (one, other) => (other.accounts?.length ?? 0) - (one.accounts?.length ?? 0),
  ) as [Doubt, Doubt];
  expect(withAdmin.accounts).toHaveLength(2);
  expect(professor.accounts).toMatchObject([
    { login: 'prof.roy', authentication: 'manual', name: 'Ada Roy' },
  ]);
  expect((await root.call(countDoubts, {})).reply).toBe(2);
  expect([withAdmin.reasons, professor.reasons]).toEqual([['several'], ['login', 'signIn', 'person']]);
  const decide = async ({ id }: Doubt, externalId: string | null) =>
    (await root.call(decideDoubt, { params: { doubtId: id }, body: { externalId } })).status;
  const theirs = professor.accounts?.[0]?.externalId ?? '';
  expect(await decide(withAdmin, '2')).toBe(409);
  // Staff accounts are given to nobody, and a decision is only valid for the account that was seen.
  const account = moodle.site.users.get(Number(theirs)) as { isAdmin: boolean };
  account.isAdmin = true;
  const [seen] = ((await root.call(listDoubts, {})).reply as Doubt[]).filter(({ id }) => id === professor.id);
  expect(seen?.reasons).toContain('staff');
  expect(await decide(professor, theirs)).toBe(409);
  account.isAdmin = false;
  expect(await decide(professor, '2')).toBe(409);
  expect(await decide(withAdmin, null)).toBe(200);
  expect(await decide(professor, theirs)).toBe(200);
  // The decision comes again from a second window, which still shows the doubt.
  const again = { params: { doubtId: professor.id }, body: { externalId: theirs } };
  expect((await root.call(decideDoubt, again)).problem.code).toBe('platform.doubtGone');
  expect((await root.call(countDoubts, {})).reply).toBe(0);
  const before = { ...[...moodle.site.users.values()].find(({ username }) => username === 'prof.roy') };
  await drain(portal.context, await openConnectors(portal.context).of(null));
  const records = await recordsOf([withAdmin.userId, professor.userId]);
  const of = ({ userId }: Doubt) => records.find((one) => one.userId === userId);
  expect(of(professor)).toMatchObject({
    origin: 'joined',
    externalId: professor.accounts?.[0]?.externalId,
  });
  expect(of(withAdmin)).toMatchObject({ key: expect.stringMatching(/^guichet-/), doubt: null });
  expect([...moodle.site.users.values()].find(({ username }) => username === 'prof.roy')).toEqual(before);
});

it('signs nobody into a doubtful account, also before it has been read back', async () => {
  const student = await portal.as('student', 3);
  const key = `g${student.userId}`;
  const { context } = portal;
  await systemTransaction(context, (tx) =>
    tx
      .insertInto('platform_accounts')
      .values({
        site: 'learningPlatform',
        user_id: student.userId,
        key,
        external_id: null,
        origin: 'old',
        authentication: null,
        changed_at: context.clock.now(),
      })
      .execute(),
  );
  const admin = moodle.site.users.get(2);
  Object.assign(admin as object, { idnumber: key });
  const enter = () => student.call(redirectToPlatform, { params: { systemId: 3 }, query: {} });
  const keysBefore = moodle.site.loginKeys.size;
  expect((await enter()).status).not.toBe(200);
  expect((await enter()).status).not.toBe(200);
  expect(moodle.site.loginKeys.size).toBe(keysBefore);
  expect(admin).toMatchObject({ username: 'admin', email: 'admin@moodle.test' });
});

it('signs nobody into an account that has become staff’s, and enrols and renames nobody by it', async () => {
  const { context } = portal;
  const student = await portal.as('student', 3, { email: 'zoe-roy@guichet.test' });
  const enter = () => student.call(redirectToPlatform, { params: { systemId: 3 }, query: {} });
  expect((await enter()).status).toBe(200);
  const [record] = await recordsOf([student.userId]);
  const account = userOf(record?.key ?? '');
  if (!account) throw new Error('the account is missing');
  account.isAdmin = true;
  const before = { ...account };
  const keysBefore = moodle.site.loginKeys.size;
  expect((await enter()).problem.code).toBe('learning.placeRefused');
  expect(moodle.site.loginKeys.size).toBe(keysBefore);

  const admin = await portal.as('admin', 3);
  const space = { title: 'Oral', examDate: '2027-06-11' };
  const exam = (await admin.call(createExamSpace, { params: { systemId: 3 }, body: space })).reply;
  const person = { email: 'zoe-roy@guichet.test', sendEmail: false };
  await admin.call(addCandidate, { params: { systemId: 3, examId: exam.id }, body: person });
  await drain(context, await openConnectors(context).of(null));
  expect(await readEnrolmentJobs(context, exam.courseId)).toMatchObject([
    { state: 'failed', lastRemark: { code: 'staffAccount' } },
  ]);
  for (const people of moodle.site.enrolments.values()) expect([...people.keys()]).not.toContain(account.id);
  expect(account).toEqual(before);
  account.isAdmin = false;
});

it('takes no account for its own whose login only looks like a key, though it has the address', async () => {
  const { context } = portal;
  const [candidate = { firstName: '', lastName: '', email: '' }] = makeCandidates(1);
  const login = `guichet-${'0123456789abcdef'.repeat(3).slice(0, 36)}`;
  const stranger = { ...(moodle.site.users.get(3) as object), id: 90_001, username: login, idnumber: '' };
  const account = { ...stranger, email: candidate.email, isAdmin: false };
  moodle.site.users.set(90_001, account as never);
  const before = { ...account };
  const space = await planExamSpace(context, { candidates: [candidate] });
  await drain(context, await openConnectors(context).of(null));
  expect(await readEnrolmentJobs(context, space.courseId)).toMatchObject([
    { state: 'failed', lastRemark: { code: 'addressTaken' } },
  ]);
  expect(moodle.site.users.get(90_001)).toEqual(before);
});

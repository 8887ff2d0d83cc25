import { randomUUID } from 'node:crypto';
import { putBackCandidates, takeOutCandidates } from '@guichet/contract/exams/places.removals';
import { attestByGrades, getGrades, readGrades } from '@guichet/contract/exams/results.grades';
import { redirectToPlatform } from '@guichet/contract/learning/learning';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openConnectors } from '../../server/src/learning/platforms/connectors.ts';
import { drain, makeCandidates, planExamSpace } from '../../server/test/learning.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../server/test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let exam: Awaited<ReturnType<typeof planExamSpace>>;
let [zoe = 0, noe = 0, ana = 0]: number[] = [];
/** Keys on the platform by user id. */
const keys = new Map<number | null, string>();
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  exam = await makeExam(portal.context.clock.today());
  [zoe = 0, noe = 0, ana = 0] = exam.userIds;
});
afterAll(() => portal.close());

async function makeExam(examDate: string) {
  const made = await planExamSpace(portal.context, { examDate, candidates: makeCandidates(3) });
  await drain(portal.context, await openConnectors(portal.context).of(null));
  const records = await portal.context.database.read
    .selectFrom('platform_accounts')
    .select(['user_id', 'key'])
    .execute();
  for (const { user_id, key } of records) keys.set(user_id, key);
  return made;
}

/** The page of a course for somebody who enters from the portal, and a function that sends its form. */
async function enter(who: Caller, course = exam, lang = 'fr') {
  const { raw } = await who.call(redirectToPlatform, { params: { systemId: 3 }, query: { isAdmin: true } });
  const entered = await portal.app.inject({ url: raw.replace('http://localhost:3000', '') });
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  const url = `/learning/dc/exams/${course.courseId}?lang=${lang}`;
  const look = async () => (await portal.app.inject({ url, headers: { cookie } })).body;
  const fieldsOf = (body: string) =>
    Object.fromEntries(
      [...body.matchAll(/<input [^>]*name="([^"]+)"[^>]* value="([^"]*)"/g)].map(([, name, value]) => [
        name,
        value,
      ]),
    ) as Record<string, string>;
  /** `shown`: the page whose form is sent. */
  async function send(grades: Record<number, string>, shown?: string, more: Record<string, string> = {}) {
    const body = shown ?? (await look());
    const typed = Object.fromEntries(
      Object.entries(grades).map(([id, text]) => [`points-${keys.get(Number(id))}`, text]),
    );
    return portal.app.inject({
      method: 'POST',
      url,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ ...fieldsOf(body), ...typed, ...more }).toString(),
    });
  }
  const follow = async (answer: Awaited<ReturnType<typeof send>>) =>
    (await portal.app.inject({ url: String(answer.headers.location), headers: { cookie } })).body;
  const shownOf = (body: string, id: number) => fieldsOf(body)[`points-${keys.get(id)}`];
  return { look, send, follow, shownOf };
}

const params = () => ({ systemId: 3, examId: exam.examId });

it('an administrator gives grades, and the portal reads them and marks by its rule', async () => {
  const visit = await enter(admin);
  const saved = await visit.send({ [zoe]: '62,5', [noe]: '40' });
  expect(saved.statusCode).toBe(303);
  const page = await visit.follow(saved);
  expect(page).toContain('2 notes sont enregistrées.');
  expect(page.match(/<span class="given">[^<]+, <time/g)).toHaveLength(2);
  expect([zoe, noe, ana].map((id) => visit.shownOf(page, id))).toEqual(['62,5', '40', '']);
  const read = await admin.call(readGrades, { params: params(), body: { passPercent: 60 } });
  expect(read.reply).toEqual({ outcome: 'read', doubled: [], others: 0 });
  const { reply } = await admin.call(getGrades, { params: params() });
  expect(reply.isGiven).toBe(true);
  const rows = new Map(
    reply.rows.map(({ userId, grade, outcome }) => [userId, [grade.points, grade.outOf, outcome]]),
  );
  expect(rows.get(zoe)).toEqual([62.5, 100, 'marked']);
  expect(rows.get(noe)?.slice(0, 2)).toEqual([40, 100]);
  expect(rows.get(ana)?.slice(0, 2)).toEqual([null, null]);
  const marked = await admin.call(attestByGrades, {
    params: params(),
    body: { passPercent: 60, marked: [zoe], unmarked: [] },
  });
  expect(marked.reply).toEqual({ marked: [zoe], unmarked: [] });
});

it('only what was edited is saved, an empty field takes a grade away, and both decimal signs are read', async () => {
  const visit = await enter(admin, exam, 'en');
  expect(visit.shownOf(await visit.look(), zoe)).toBe('62.5');
  expect(await visit.follow(await visit.send({}))).toContain('No grade had changed.');
  const page = await visit.follow(await visit.send({ [noe]: '', [ana]: '100' }));
  expect([zoe, noe, ana].map((id) => visit.shownOf(page, id))).toEqual(['62.5', '', '100']);
});

it.each(['101', '-1', '12,345', 'B+', '1e2', '٤'])(
  'a grade of %s is refused, with what was typed beside it, and none is saved',
  async (text) => {
    const visit = await enter(admin);
    const refused = await visit.send({ [zoe]: '10', [noe]: text });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Rien n’est enregistré.');
    expect(refused.body.match(/aria-invalid="true"/g)).toHaveLength(1);
    expect([visit.shownOf(refused.body, zoe), visit.shownOf(refused.body, noe)]).toEqual(['10', text]);
    expect(visit.shownOf(await visit.look(), zoe)).toBe('62,5');
  },
);

it('of two administrators on one page the second is told what the first gave, and may keep their own', async () => {
  const [first, second] = [await enter(admin), await enter(await portal.as('admin', 3))];
  const shown = await second.look();
  await first.send({ [ana]: '70', [noe]: '50' });
  const refused = await second.send({ [ana]: '80', [noe]: '50' }, shown);
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Une autre personne vient d’enregistrer 70.');
  expect(refused.body.match(/aria-invalid="true"/g)).toHaveLength(1);
  const kept = await second.send({}, refused.body);
  expect(second.shownOf(await second.follow(kept), ana)).toBe('80');
});

it('what another administrator gave is neither taken back by a form that was refused, nor overwritten untold', async () => {
  const [first, second] = [await enter(admin), await enter(await portal.as('admin', 3))];
  const shown = await second.look();
  await first.send({ [zoe]: '91', [ana]: '71' });
  const refused = await second.send({ [noe]: 'B+', [ana]: '81' }, shown);
  expect(refused.statusCode).toBe(422);
  expect(refused.body).toContain('Une autre personne vient d’enregistrer 71.');
  expect(refused.body.match(/aria-invalid="true"/g)).toHaveLength(2);
  expect(refused.body).toContain(`href="/learning/dc/exams/${exam.courseId}?lang=en"`);
  const mended = await second.follow(await second.send({ [noe]: '51' }, refused.body));
  expect([zoe, noe, ana].map((id) => second.shownOf(mended, id))).toEqual(['91', '51', '81']);
  await first.send({ [zoe]: '62,5', [noe]: '50', [ana]: '80' });
});

it('a grade is there again when somebody was taken out and put back', async () => {
  const removalId = randomUUID();
  await admin.call(takeOutCandidates, { params: params(), body: { userIds: [ana], removalId } });
  await drain(portal.context, await openConnectors(portal.context).of(null));
  const visit = await enter(admin);
  expect(visit.shownOf(await visit.look(), ana)).toBeUndefined();
  expect(await visit.follow(await visit.send({ [ana]: '5' }))).toContain('Aucune note n’avait changé.');
  await admin.call(putBackCandidates, { params: params(), body: { removalId } });
  await drain(portal.context, await openConnectors(portal.context).of(null));
  expect(visit.shownOf(await visit.look(), ana)).toBe('80');
});

it('nobody grades who supports only, before the day, or with a forged form', async () => {
  const support = await enter(await portal.as('support', 3));
  expect(await support.look()).not.toContain('points-g');
  const visit = await enter(admin);
  const page = await visit.look();
  expect((await support.send({ [zoe]: '99' }, page)).statusCode).toBe(404);
  expect((await visit.send({ [zoe]: '99' }, page, { token: 'forged' })).headers.location).not.toContain(
    'saved',
  );
  const coming = await makeExam('2028-03-01');
  const early = await enter(admin, coming);
  expect(await early.look()).toContain('À partir du jour de l’examen, les notes se saisissent ici');
  expect((await early.send({ [coming.userIds[0] ?? 0]: '99' })).statusCode).toBe(404);
  expect(visit.shownOf(await visit.look(), zoe)).toBe('62,5');
});

it('who loses the role of an administrator no longer grades, and who is no longer staff is out', async () => {
  const person = await portal.as('admin', 3);
  const visit = await enter(person);
  const page = await visit.look();
  const setRole = (role: 'support' | 'student') =>
    portal.context.database.transact((tx) =>
      tx.updateTable('user_roles').set({ role }).where('user_id', '=', person.userId).execute(),
    );
  await setRole('support');
  expect(await visit.look()).not.toContain('points-g');
  expect((await visit.send({ [zoe]: '99' }, page)).statusCode).toBe(404);
  await setRole('student');
  expect(await visit.look()).toContain('Votre visite a pris fin');
});

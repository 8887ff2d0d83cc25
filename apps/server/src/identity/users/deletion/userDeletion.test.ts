import { createExamSpace } from '@guichet/contract/exams/exams';
import { listSystemUsers } from '@guichet/contract/identity/users';
import { deleteUser, listOtherSystems } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { retryMails } from '@guichet/contract/mail/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { systemTransaction } from '../../../core/audit/audit.service.ts';
import { openConnector } from '../../../learning/learning.service.ts';
import { startLearning } from '../../../learning/learning.worker.ts';
import { linesAbout, makePerson, readUserRow } from '../fixtures/people.ts';

let portal: TestPortal;
let superAdmin: Caller;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  admin = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const remove = (id: number, who = admin, systemId = 3) =>
  who.call(deleteUser, { params: { systemId }, body: { id } });
const others = (id: number, who = admin, systemId = 3) =>
  who.call(listOtherSystems, { params: { systemId }, body: { id } });
const student = (systemId: number) => ({ role: 'student', systemId }) as const;

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the other systems of a person', () => {
  it('S7.17 lists those in which the person holds a role, none for a person of this system only', async () => {
    const alone = await makePerson(portal);
    const linked = await makePerson(portal, {
      roles: [student(3), student(2), { role: 'admin', systemId: 9 }],
    });
    expect((await others(alone)).raw).toBe('[]');
    expect((await others(linked)).reply).toEqual([
      { id: 2, name: 'PDI' },
      { id: 9, name: 'CGPP/Odell' },
    ]);
    expect((await others(linked, superAdmin, 2)).reply.map(({ id }) => id)).toEqual([3, 9]);
  });

  it('S7.17 is refused for a person of another system, and to anybody but an admin of this one', async () => {
    const stranger = await makePerson(portal, { roles: [student(2)] });
    expect((await others(stranger)).problem.code).toBe('user.notFound');
    expect((await others(999_999, superAdmin)).problem.code).toBe('user.notFound');
    expect((await others(stranger, admin, 2)).problem.code).toBe('access.denied');
    expect((await others(stranger, await portal.as('support', 2), 2)).status).toBe(403);
    expect((await others(stranger, portal.nobody, 2)).status).toBe(401);
  });
});

describe('deleting a person', () => {
  it('S7.18 S6.9 is allowed to an admin of the system, and removes the person from its list', async () => {
    const id = await makePerson(portal, { firstName: 'Léa', email: 'lea@etu.example.ca' });
    const { status, raw } = await remove(id);
    expect([status, raw]).toEqual([200, 'true']);
    const { reply } = await admin.call(listSystemUsers, { params: { systemId: 3 } });
    expect(reply.map((user) => user.id)).not.toContain(id);
    expect((await linesAbout(portal, id)).at(-1)).toMatchObject({
      action: 'user.deleted',
      systemId: 3,
      actorId: admin.userId,
      detail: { name: 'Léa Côté', email: 'lea@etu.example.ca' },
    });
  });

  it('S6.9 is refused to support, students, admins of another system and signed-out people', async () => {
    const id = await makePerson(portal);
    expect((await remove(id, portal.nobody)).status).toBe(401);
    for (const who of [
      await portal.as('support', 3),
      await portal.as('student', 3),
      await portal.as('admin', 2),
    ])
      expect((await remove(id, who)).problem.code).toBe('access.denied');
    // The caller administers this system, but the person has no role in it.
    expect((await remove(id, await portal.as('admin', 2), 2)).problem.code).toBe('user.notFound');
    expect(await readUserRow(portal, id)).toBeDefined();
  });

  it('is refused while the person holds roles in other systems, and removes nothing', async () => {
    const id = await makePerson(portal, { roles: [student(3), student(5)] });
    for (const who of [admin, superAdmin])
      expect((await remove(id, who)).problem).toMatchObject({
        status: 409,
        code: 'user.inOtherSystems',
        params: { systems: 'Telfer' },
      });
    expect(await readUserRow(portal, id)).toBeDefined();
    expect(await linesAbout(portal, id)).toHaveLength(1);
  });

  it('is refused on oneself, on a super admin, and on the last super admin', async () => {
    const above = await makePerson(portal, { roles: [student(3), { role: 'superAdmin', systemId: null }] });
    expect((await remove(admin.userId)).problem.code).toBe('user.yourself');
    expect((await remove(above)).problem.code).toBe('user.outOfReach');
    expect((await remove(above, superAdmin)).reply).toBe(true);
  });

  it('by two people at once succeeds for one of them', async () => {
    const id = await makePerson(portal);
    const answers = await Promise.all([remove(id), remove(id, superAdmin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('ends their sessions, enrolments, platform enrolment and unsent mails', async () => {
    const { reply: space } = await admin.call(createExamSpace, {
      params: { systemId: 3 },
      body: { title: 'Hiver', examDate: '2027-02-01' },
    });
    const imported = await admin.call(importCandidates, {
      body: { systemId: 3, languageId: 'fr', selectedCourse: space.courseId, sendEmail: true },
      file: {
        name: 'liste.csv',
        bytes: 'Courriel,Prénom,Nom\npart@etu.example.ca,Zoé,Part\nreste@etu.example.ca,Léa,Reste\n',
      },
    });
    expect(imported.reply).toBe(2);
    const { read } = portal.context.database;
    const person = await read
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', 'part@etu.example.ca')
      .executeTakeFirstOrThrow();
    const worker = startLearning(portal.context);
    portal.context.notifier.notify('learning');
    const settled = async () =>
      (await read.selectFrom('platform_enrolments').select('state').execute()).every(
        ({ state }) => state === 'done',
      );
    await waitUntil(settled);

    // A worker that has leased the mail checks its recipient again before sending.
    await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'sending', leased_by: 'a worker', leased_until: portal.context.clock.now() })
        .where('user_id', '=', person.id)
        .execute(),
    );

    expect((await remove(person.id)).reply).toBe(true);
    await waitUntil(settled);
    await worker.stop();
    const course = await read
      .selectFrom('platform_courses')
      .select('external_id')
      .where('course_id', '=', space.courseId)
      .executeTakeFirstOrThrow();
    const ref = {
      organisation: { id: 3, templateId: null, semesterId: null },
      code: space.courseId,
      externalId: course.external_id ?? '',
    };
    const placed = await openConnector(portal.context).listEnrolments(ref, new AbortController().signal);
    expect(placed).toHaveLength(1);
    expect(placed.map(({ key }) => key)).not.toContain(`g${person.id}`);
    expect(
      await read.selectFrom('enrolments').select('user_id').where('user_id', '=', person.id).execute(),
    ).toEqual([]);
    const mails = await read
      .selectFrom('outgoing_mails')
      .select(['recipient', 'state'])
      .orderBy('recipient')
      .execute();
    expect(mails).toEqual([
      { recipient: 'part@etu.example.ca', state: 'cancelled' },
      { recipient: 'reste@etu.example.ca', state: 'queued' },
    ]);
  });

  it('leaves no failed mail to them that somebody could send again', async () => {
    const body = { title: 'Été', examDate: '2027-06-01' };
    const { reply: space } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
    await admin.call(importCandidates, {
      body: { systemId: 3, languageId: 'fr', selectedCourse: space.courseId, sendEmail: true },
      file: { name: 'liste.csv', bytes: 'Courriel,Prénom,Nom\nperdu@etu.example.ca,Zoé,Perdu\n' },
    });
    const [mail] = await systemTransaction(portal.context, (tx) =>
      tx
        .updateTable('outgoing_mails')
        .set({ state: 'failed', last_error: 'mailboxUnknown' })
        .where('recipient', '=', 'perdu@etu.example.ca')
        .returning(['id', 'user_id as userId'])
        .execute(),
    );
    await remove(mail?.userId ?? 0);
    const again = await admin.call(retryMails, { body: { mailIds: [mail?.id ?? 0] } });
    expect(again.reply).toEqual({ again: 0, left: 1 });
  });

  it('ends the access of a person who was signed in', async () => {
    const zoe = await portal.as('student', 3, { email: 'partie@etu.example.ca' });
    await remove(zoe.userId);
    const home = { url: '/api/home', headers: { authorization: `Bearer ${zoe.token}` } };
    expect((await portal.app.inject(home)).statusCode).toBe(401);
    await expect(portal.signIn('partie@etu.example.ca', 'Cle-Sure#1')).rejects.toThrow('4401');
  });
});

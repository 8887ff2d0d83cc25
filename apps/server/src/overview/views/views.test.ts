import { deleteView, listViews, mostViews, saveView } from '@guichet/contract/overview/views';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let colleague: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  colleague = await portal.as('admin', 3);
});
afterAll(() => portal.close());

const ofOutbox = { params: { list: 'outbox' } } as const;
const save = (who: Caller, name: string, query: string) =>
  who.call(saveView, { ...ofOutbox, body: { name, query } });
const namesOf = async (who: Caller) => (await who.call(listViews, ofOutbox)).reply.map(({ name }) => name);
const auditOf = async ({ userId }: Caller) => {
  const lines = await portal.context.database.read
    .selectFrom('audit_lines')
    .select(['action', 'detail'])
    .where('actor_id', '=', userId)
    .where('action', 'like', 'view.%')
    .orderBy('id')
    .execute();
  return lines.map(({ action, detail }) => [action, (detail as { view: string }).view]);
};

describe('saved views', () => {
  it('are kept by name, replaced by the same name and deleted, each with an audit line', async () => {
    await save(admin, ' Échecs de mai ', 'state=failed&q=mai');
    const { reply } = await save(admin, 'à venir', 'state=waiting');
    expect(reply.map(({ name, query }) => [name, query])).toEqual([
      ['Échecs de mai', 'state=failed&q=mai'],
      ['à venir', 'state=waiting'],
    ]);
    await save(admin, 'à venir', 'state=queued');
    const { reply: views } = await admin.call(listViews, ofOutbox);
    expect(views).toHaveLength(2);
    const [coming] = views.filter(({ name }) => name === 'à venir');
    expect(coming?.query).toBe('state=queued');
    const { reply: left } = await admin.call(deleteView, {
      params: { list: 'outbox', viewId: coming?.id ?? 0 },
    });
    expect(left.map(({ name }) => name)).toEqual(['Échecs de mai']);
    expect(await auditOf(admin)).toEqual([
      ['view.saved', 'Échecs de mai'],
      ['view.saved', 'à venir'],
      ['view.saved', 'à venir'],
      ['view.deleted', 'à venir'],
    ]);
    expect((await admin.call(listViews, { params: { list: 'audit' } })).reply).toEqual([]);
  });

  it('are never more than so many, also of forty saved at once', async () => {
    const hasty = await portal.as('admin', 3);
    const names = Array.from({ length: 40 }, (_, n) => `À la fois ${n}`);
    const replies = await Promise.all(names.map((name) => save(hasty, name, 'q=1')));
    const refused = replies.filter(({ status }) => status !== 200).map(({ problem }) => problem.code);
    expect(await namesOf(hasty)).toHaveLength(mostViews);
    expect(refused).toEqual(Array(40 - mostViews).fill('view.tooMany'));
  });

  it('are seen and deleted by their owner alone', async () => {
    const [own] = (await admin.call(listViews, ofOutbox)).reply;
    expect(await namesOf(colleague)).toEqual([]);
    await save(colleague, 'Échecs de mai', 'q=autre');
    const taken = await colleague.call(deleteView, { params: { list: 'outbox', viewId: own?.id ?? 0 } });
    expect([taken.status, taken.reply.map(({ query }) => query)]).toEqual([200, ['q=autre']]);
    expect((await admin.call(listViews, ofOutbox)).reply).toEqual([own]);
    expect(await auditOf(colleague)).toEqual([['view.saved', 'Échecs de mai']]);
  });

  it('are for staff: not for candidates, nor for somebody signed out', async () => {
    const student = await portal.as('student', 3);
    expect((await student.call(listViews, ofOutbox)).status).toBe(403);
    expect((await save(student, 'x', '')).status).toBe(403);
    expect((await save(portal.nobody, 'x', '')).status).toBe(401);
  });

  it('need a name of at most 60 characters, and are thirty at most, of which one can still be replaced', async () => {
    for (const [name, messageKey] of [
      ['  ', 'required'],
      ['x'.repeat(61), 'maxLength'],
    ] as const) {
      const { status, problem } = await save(colleague, name, '');
      expect([status, problem.errors]).toEqual([400, [{ path: 'name', messageKey }]]);
    }
    for (let n = 1; n < mostViews; n++) expect((await save(colleague, `Vue ${n}`, 'q=1')).status).toBe(200);
    expect((await save(colleague, 'une de trop', '')).problem.code).toBe('view.tooMany');
    const { reply } = await save(colleague, 'Vue 7', 'q=2');
    expect([reply.length, reply.find(({ name }) => name === 'Vue 7')?.query]).toEqual([mostViews, 'q=2']);
  });
});

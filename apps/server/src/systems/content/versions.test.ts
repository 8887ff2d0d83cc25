import type { Language } from '@guichet/contract/core/language';
import { listContent, removeContent, saveContent } from '@guichet/contract/systems/content';
import {
  getContentVersion,
  listContentVersions,
  listRemovedLabels,
  restoreContent,
} from '@guichet/contract/systems/content.versions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3, { firstName: 'Ada', lastName: 'Roy' });
});
afterAll(() => portal.close());

const save = (label: string, content: string, languageId: Language = 'fr') =>
  admin.call(saveContent, { params: { systemId: 3, label, languageId }, body: { content } });
const remove = (label: string) => admin.call(removeContent, { params: { systemId: 3, label } });
const list = async (label: string, languageId: Language = 'fr') =>
  (await admin.call(listContentVersions, { params: { systemId: 3, label, languageId } })).reply;
const restore = (versionId: number, savedAt?: Date | null) =>
  admin.call(restoreContent, { params: { systemId: 3, versionId }, body: { savedAt } });
const removed = async () => (await admin.call(listRemovedLabels, { params: { systemId: 3 } })).reply;
const item = async (label: string, languageId: Language = 'fr') =>
  (await admin.call(listContent, { params: { systemId: 3 } })).reply.find(
    (one) => one.label === label && one.languageId === languageId,
  );
const beginnings = async (label: string) => (await list(label)).map(({ beginning }) => beginning);

describe('the versions of a text', () => {
  it('are for administrators of that system only', async () => {
    const versionId = (await list('Title'))[0]?.id;
    const asks = [
      [listContentVersions, { params: { systemId: 3, label: 'Title', languageId: 'fr' } }],
      [getContentVersion, { params: { systemId: 3, versionId } }],
      [restoreContent, { params: { systemId: 3, versionId }, body: {} }],
      [listRemovedLabels, { params: { systemId: 3 } }],
    ] as const;
    const support = await portal.as('support', 3);
    const other = await portal.as('admin', 2);
    for (const [endpoint, input] of asks) {
      expect((await portal.nobody.call(endpoint, input as never)).status).toBe(401);
      expect((await support.call(endpoint, input as never)).status).toBe(403);
      expect((await other.call(endpoint, input as never)).status).toBe(403);
    }
    const foreign = { params: { systemId: 2, versionId: versionId ?? 0 }, body: {} };
    for (const endpoint of [getContentVersion, restoreContent] as const)
      expect((await other.call(endpoint, foreign)).problem).toMatchObject({
        status: 404,
        code: 'version.notFound',
      });
  });

  it('list author, time and text, newest first, in one language, from the first start on', async () => {
    const long = 'a'.repeat(300);
    portal.context.clock.advance(60);
    await save('title', 'Examens d’hiver');
    await save('WelcomeMessage', long);
    expect(await list('TITLE')).toMatchObject([
      { beginning: 'Examens d’hiver', savedBy: 'Ada Roy', savedAt: new Date('2027-01-11T15:01:00Z') },
      { beginning: 'Examens DC', savedBy: null },
    ]);
    expect(await list('Title', 'en')).toMatchObject([{ beginning: 'DC Exams' }]);
    const [newest] = await list('WelcomeMessage');
    expect(newest?.beginning).toBe('a'.repeat(200));
    const params = { systemId: 3, versionId: newest?.id ?? 0 };
    expect((await admin.call(getContentVersion, { params })).reply.content).toBe(long);
  });

  it('do not grow by a save that changes nothing', async () => {
    await save('Same', 'x');
    await save('Same', ' x ');
    expect(await beginnings('Same')).toEqual(['x']);
  });

  it('are limited to the newest hundred', async () => {
    await save('Many', 'first');
    await portal.context.database.transact(async (tx) => {
      await sql`insert into content_versions (system_id, label, language, content, saved_at, saved_by_name)
        select 3, 'Many', 'fr', n::text, now(), '' from generate_series(1, 99) n`.execute(tx);
    });
    await save('Many', 'last');
    const kept = await beginnings('Many');
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 'last', '1']);
  });
});

describe('restoring', () => {
  it('saves the earlier text as a new version, with an audit line', async () => {
    await save('Note', 'un');
    await save('Note', 'deux');
    const first = (await list('Note')).at(-1);
    const { status, reply } = await restore(first?.id ?? 0, (await item('Note'))?.savedAt);
    expect([status, reply]).toMatchObject([200, { label: 'Note', content: 'un' }]);
    expect((await item('Note'))?.content).toBe('un');
    expect(await beginnings('Note')).toEqual(['un', 'deux', 'un']);
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select(['system_id', 'subject', 'detail'])
      .where('action', '=', 'content.restored')
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      system_id: 3,
      subject: 'content:3:Note:fr',
      detail: { before: 'deux', after: 'un', restoredFrom: first?.savedAt.toISOString() },
    });
  });

  it('returns a conflict when somebody else saved meanwhile, and replaces nothing', async () => {
    const savedAt = (await item('Note'))?.savedAt ?? null;
    const [, two] = await list('Note');
    await save('Note', 'entre-temps');
    const { status, reply } = await restore(two?.id ?? 0, savedAt);
    expect([status, reply]).toMatchObject([
      409,
      { outcome: 'changedMeanwhile', current: { content: 'entre-temps', savedBy: 'Ada Roy' } },
    ]);
    expect((await item('Note'))?.content).toBe('entre-temps');
  });

  it('restores a removed label, in each language that it had', async () => {
    await save('Aide', 'Demandez.');
    await save('Aide', 'Ask.', 'en');
    expect(await removed()).toEqual([]);
    await remove('Aide');
    expect(await beginnings('Aide')).toEqual([null, 'Demandez.']);
    const [label] = await removed();
    expect(label).toMatchObject({ label: 'Aide', removedBy: 'Ada Roy', removedAt: expect.any(Date) });
    expect(label?.versions.map(({ languageId }) => languageId).sort()).toEqual(['en', 'fr']);
    for (const { id } of label?.versions ?? []) expect((await restore(id, null)).status).toBe(200);
    expect([(await item('Aide'))?.content, (await item('Aide', 'en'))?.content]).toEqual([
      'Demandez.',
      'Ask.',
    ]);
    expect(await removed()).toEqual([]);
  });

  it('cannot restore a removal', async () => {
    await save('Vide', 'x');
    await remove('Vide');
    const [gone] = await list('Vide');
    expect((await restore(gone?.id ?? 0)).problem.code).toBe('version.notFound');
  });
});

import type { Language } from '@guichet/contract/core/language';
import { findContent, listContent, removeContent, saveContent } from '@guichet/contract/systems/content';
import { seedSystems } from '@guichet/contract/systems/landings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  superAdmin = await portal.superAdmin();
});
afterAll(() => portal.close());

interface Edit {
  readonly who?: Caller;
  readonly systemId?: number;
  readonly label?: string;
  readonly language?: Language;
  readonly body?: object;
}

function save(
  content: string,
  { who = admin, systemId = 3, label = 'Title', language = 'fr', body = {} }: Edit = {},
) {
  const params = { systemId, label, languageId: language };
  return who.call(saveContent, { params, body: { content, ...body } as never });
}

/** Saves a text; returns its new savedAt. */
async function saveFor(content: string, label: string): Promise<Date> {
  const { reply, raw } = await save(content, { label });
  if ('outcome' in reply) throw new Error(raw);
  return reply.savedAt;
}

async function list(systemId = 3, who = admin) {
  return (await who.call(listContent, { params: { systemId } })).reply;
}

const find = (key: string, languageId: Language = 'fr', systemId = 3, who = portal.nobody) =>
  who.call(findContent, { params: { systemId, languageId, key } });

function lines(action: string) {
  return portal.context.database.read
    .selectFrom('audit_lines')
    .selectAll()
    .where('action', '=', action)
    .execute();
}

describe('reading', () => {
  it('S3.11 S7.37 the list holds every label in both languages, 0 French and 1 English', async () => {
    const response = await portal.app.inject({
      url: '/api/SystemContent/3',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(response.json()).toHaveLength(6);
    expect(response.json()[0]).toEqual({
      systemId: 3,
      label: 'TechDiff',
      languageId: 0,
      content: '',
      savedAt: '2027-01-11T15:00:00.000Z',
    });
    expect(response.json().map(({ languageId }: { languageId: number }) => languageId)).toEqual([
      0, 1, 0, 1, 0, 1,
    ]);
  });

  it.each(seedSystems)('S3.12 S7.39 system $id has its public labels, signed out as well', async ({ id }) => {
    for (const label of ['Title', 'WelcomeMessage', 'TechDiff']) {
      for (const language of ['fr', 'en'] as const) {
        const { status, reply } = await find(label, language, id);
        expect([status, reply.length]).toEqual([200, 1]);
        expect(reply[0]).toMatchObject({ systemId: id, label, languageId: language });
      }
    }
  });

  it('S7.37 returns one item for a public label, none for an unknown or a private one', async () => {
    await save('Secret', { label: 'Internal' });
    expect((await find('title')).reply).toHaveLength(1);
    expect((await find('Nothing')).reply).toEqual([]);
    expect((await find('Internal')).reply).toEqual([]);
    expect((await find('Title', 'fr', 4000)).reply).toEqual([]);
    await admin.call(removeContent, { params: { systemId: 3, label: 'Internal' } });
  });
});

describe('access', () => {
  it('S6.12 S1.9 is for admins of that system and super admins: writing, listing and removing', async () => {
    const others = [
      [portal.nobody, 401],
      [await portal.as('student', 3), 403],
      [await portal.as('support', 3), 403],
      [await portal.as('admin', 2), 403],
    ] as const;
    for (const [who, status] of others) {
      expect((await save('Volé', { who })).status).toBe(status);
      const params = { systemId: 3, label: 'Title' };
      expect((await who.call(removeContent, { params })).status).toBe(status);
      expect((await who.call(listContent, { params })).status).toBe(status);
    }
    expect((await save('Examens DC – super', { who: superAdmin })).status).toBe(200);
    expect((await save('Examens DC')).status).toBe(200);
    expect(
      (
        await superAdmin.call(saveContent, {
          params: { systemId: 4000, label: 'Title', languageId: 'fr' },
          body: { content: '' },
        })
      ).status,
    ).toBe(404);
  });

  it('S6.12 takes the system from the path, not from the body', async () => {
    await save('Ici', { label: 'Place', body: { systemId: 2, label: 'Title', languageId: 1 } });
    expect((await list()).find(({ label }) => label === 'Place')).toMatchObject({
      content: 'Ici',
      languageId: 'fr',
    });
    expect((await list(2, superAdmin)).some(({ content }) => content === 'Ici')).toBe(false);
  });
});

describe('saving', () => {
  it('S3.11 changes one language only, is read back at once and is audited', async () => {
    const english = (await find('WelcomeMessage', 'en')).reply;
    const { reply } = await save(' Bonjour.\r\nVenez tôt.\t\u0007 ', { label: 'WelcomeMessage' });
    expect(reply).toMatchObject({ content: 'Bonjour.\nVenez tôt.' });
    expect((await find('WelcomeMessage')).reply[0]?.content).toBe('Bonjour.\nVenez tôt.');
    expect((await find('WelcomeMessage', 'en')).reply).toEqual(english);
    expect((await lines('content.saved')).at(-1)).toMatchObject({
      system_id: 3,
      actor_id: admin.userId,
      subject: 'content:3:WelcomeMessage:fr',
      detail: { after: 'Bonjour.\nVenez tôt.' },
    });
  });

  it('keeps markup as plain text', async () => {
    await save('<script>alert(1)</script> & {0}', { label: 'TechDiff' });
    expect((await find('TechDiff')).reply[0]?.content).toBe('<script>alert(1)</script> & {0}');
    await save('', { label: 'TechDiff' });
  });

  it('creates a missing label and matches labels case-insensitively', async () => {
    await save('a', { label: 'Import.Success' });
    await save('b', { label: 'import.success', language: 'en' });
    const made = (await list()).filter(({ label }) => label.toLowerCase() === 'import.success');
    expect(made.map(({ label, languageId, content }) => [label, languageId, content])).toEqual([
      ['Import.Success', 'fr', 'a'],
      ['Import.Success', 'en', 'b'],
    ]);
  });

  it('of an unchanged text writes nothing and keeps its date', async () => {
    const [before, auditLog] = [await save('Pareil', { label: 'Same' }), await lines('content.saved')];
    portal.context.clock.advance(60);
    expect((await save('Pareil', { label: 'Same' })).reply).toEqual(before.reply);
    expect(await lines('content.saved')).toHaveLength(auditLog.length);
  });

  it.each([
    ['Title', 'x'.repeat(151), [{ path: 'content', messageKey: 'maxLength' }]],
    ['Title', 'a\nb', [{ path: 'content', messageKey: 'oneLine' }]],
    ['WelcomeMessage', 'x'.repeat(5001), [{ path: 'content', messageKey: 'maxLength' }]],
    ['9lives', 'x', [{ path: 'label', messageKey: 'label' }]],
    ['a b', 'x', [{ path: 'label', messageKey: 'label' }]],
    ['<b>', 'x', [{ path: 'label', messageKey: 'label' }]],
    ['x'.repeat(65), 'x', [{ path: 'label', messageKey: 'label' }]],
    ['Title', undefined, [{ path: 'content', messageKey: 'required' }]],
  ])('refuses label %j with an invalid text, and saves nothing', async (label, content, errors) => {
    const before = await list();
    const { status, problem } = await save(content as string, { label });
    expect([status, problem.errors]).toEqual([400, expect.arrayContaining(errors)]);
    expect(await list()).toEqual(before);
  });
});

describe('concurrent edits', () => {
  it('return a conflict to the second writer and overwrite nothing, even at the same instant', async () => {
    const savedAt = await saveFor('Texte 1', 'Shared');
    expect((await save('Texte 2', { label: 'Shared', body: { savedAt } })).status).toBe(200);
    const late = await save('Texte 3', { label: 'Shared', body: { savedAt } });
    expect([late.status, late.reply]).toEqual([
      409,
      {
        outcome: 'changedMeanwhile',
        current: { content: 'Texte 2', savedAt: expect.any(Date), savedBy: 'Zoé Côté' },
      },
    ]);
    expect((await list()).find(({ label }) => label === 'Shared')?.content).toBe('Texte 2');
    expect((await save('Texte 2', { label: 'Shared', body: { savedAt } })).status).toBe(200);
  });

  it('create a label only once', async () => {
    const both = await Promise.all(
      ['a', 'b'].map((text) => save(text, { label: 'Fresh', body: { savedAt: null } })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('do not recreate a label that was removed meanwhile', async () => {
    const savedAt = await saveFor('a', 'Gone');
    const params = { systemId: 3, label: 'gone' };
    expect((await admin.call(removeContent, { params })).reply).toBe(true);
    expect((await admin.call(removeContent, { params })).reply).toBe(false);
    const late = await save('b', { label: 'Gone', body: { savedAt } });
    expect(late.status).toBe(409);
    expect(late.reply).toMatchObject({ current: { content: null, savedAt: null, savedBy: 'Zoé Côté' } });
    expect(await lines('content.removed')).toMatchObject([
      { detail: {} },
      { subject: 'content:3:Gone', detail: { before: { fr: 'a' } } },
    ]);
  });

  it('a public label cannot be removed', async () => {
    const { status, problem } = await admin.call(removeContent, { params: { systemId: 3, label: 'title' } });
    expect([status, problem.code]).toEqual([409, 'content.labelNeeded']);
  });
});

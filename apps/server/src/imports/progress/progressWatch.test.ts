import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createExamSpace } from '@guichet/contract/exams/exams';
import { logout } from '@guichet/contract/identity/sessions';
import { updateUsers } from '@guichet/contract/identity/users.changes';
import { importCandidates } from '@guichet/contract/imports/imports';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import type { AppContext, SignedInGrant } from '../../core/context/appContext.ts';
import { logCutOff } from './progress.ts';
import { watchProgress } from './progressWatch.ts';

/** A hundredth of the real times. */
const patience = { lookEvery: 20, sessionEvery: 40, unknown: 600, still: 1200 };

let portal: TestPortal;
let superAdmin: Caller;
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  // The first watcher of a context sets the times for all.
  const over = AbortSignal.abort();
  await watchProgress(portal.context, grantOf(superAdmin), randomUUID(), over, patience);
});
afterAll(() => portal.close());

function grantOf({ userId }: { readonly userId: number }, sessionId = randomUUID()): SignedInGrant {
  return { kind: 'signedIn', identity: { userId, sessionId } } as unknown as SignedInGrant;
}

/** Opens the stream of an import; `text`: everything received until the server closes the stream. */
async function follow({ token }: Caller, importId: string) {
  const response = await portal.app.inject({
    url: `/api/import/${importId}/progress`,
    headers: { authorization: `Bearer ${token}` },
    payloadAsStream: true,
  });
  const stream = response.stream();
  let text = '';
  stream.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const closed = once(stream, 'end').then(() => text);
  return { status: response.statusCode, stream, closed, text: () => text };
}

async function importInto(admin: Caller, importId: string): Promise<void> {
  const body = { title: `Suivi ${importId}`, examDate: '2027-04-30' };
  const { reply } = await admin.call(createExamSpace, { params: { systemId: 3 }, body });
  const file = { name: 'l.csv', bytes: 'Prénom;Nom;Courriel\nNoé;Roy;noe.roy@etu.example.ca' };
  const form = { systemId: 3, languageId: 'fr' as const, selectedCourse: reply.courseId, sendEmail: false };
  const { status } = await admin.call(importCandidates, { body: { ...form, importId }, file });
  expect(status).toBe(200);
}

it('returns 404 for another user’s import, also if it began after the stream', async () => {
  const admin = await portal.as('admin', 3);
  const stranger = await portal.as('student', 3);
  const importId = randomUUID();
  const early = await follow(stranger, importId);
  await importInto(admin, importId);
  expect(await early.closed).not.toMatch(/reading|writing|done/);
  for (const other of [stranger, superAdmin, await portal.as('admin', 3)]) {
    const late = await follow(other, importId);
    expect(late.status).toBe(404);
    expect(await late.closed).toContain('import.notFound');
  }
  expect(await (await follow(admin, importId)).closed).toContain('"imported":1');
});

it('returns 404 also where row-level security hides the import and its progress has been deleted', async () => {
  const importId = randomUUID();
  await importInto(await portal.as('admin', 3), importId);
  await portal.context.database.transact((tx) =>
    tx.deleteFrom('import_progress').where('import_id', '=', importId).execute(),
  );
  expect((await follow(await portal.as('admin', 2), importId)).status).toBe(404);
});

it('reports an unknown import as waiting, and closes after a while', async () => {
  const { status, closed } = await follow(await portal.as('student', 3), randomUUID());
  expect(status).toBe(200);
  const began = performance.now();
  expect(await closed).toBe('data: {"phase":"waiting","rows":0,"share":0,"imported":null}\n\n');
  expect(performance.now() - began).toBeGreaterThan(patience.unknown / 2);
});

it('reports the last progress of an import whose process died, and closes after a while', async () => {
  const person = await portal.as('student', 3);
  const importId = randomUUID();
  await portal.context.database.transact((tx) =>
    tx
      .insertInto('import_progress')
      .values({
        import_id: importId,
        user_id: person.userId,
        phase: 'reading',
        rows: 40,
        share: 0.5,
        imported: null,
        updated_at: portal.context.clock.now(),
      })
      .execute(),
  );
  const { closed } = await follow(person, importId);
  const began = performance.now();
  expect(await closed).toBe('data: {"phase":"reading","rows":40,"share":0.5,"imported":null}\n\n');
  expect(performance.now() - began).toBeGreaterThan(patience.still / 2);
});

it('logs at a start how many imports were cut off, without those that enrolled somebody or may be under way', async () => {
  const { clock, database } = portal.context;
  const { userId } = await portal.as('student', 3);
  const [cut, done, young] = [randomUUID(), randomUUID(), randomUUID()];
  await importInto(superAdmin, done);
  const ago = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  const row = { user_id: userId, phase: 'writing' as const, rows: 40, share: 1, imported: null };
  await database.transact(async (tx) => {
    await tx.deleteFrom('import_progress').execute();
    const rows = [
      { ...row, import_id: cut, updated_at: ago(11) },
      { ...row, import_id: done, updated_at: ago(11) },
      { ...row, import_id: young, updated_at: ago(-1) },
    ];
    await tx.insertInto('import_progress').values(rows).execute();
  });
  const warn = vi.fn<AppContext['log']['warn']>();
  await logCutOff({ ...portal.context, log: { ...portal.context.log, warn } });
  expect(warn.mock.calls).toEqual([
    [{ imports: 1 }, 'imports of the last day were cut off: they enrolled no one'],
  ]);
});

it('opens another stream as soon as one of three has been left', async () => {
  const context = { ...portal.context };
  const long = { ...patience, unknown: 60_000, sessionEvery: Number.POSITIVE_INFINITY };
  const left = new AbortController();
  const open = (gone: AbortSignal) =>
    watchProgress(context, grantOf({ userId: 7 }), randomUUID(), gone, long);
  const over = new AbortController();
  await Promise.all([open(left.signal), open(over.signal), open(over.signal)]);
  await expect(open(over.signal)).rejects.toThrow('import.watchedEnough');
  left.abort();
  await open(over.signal);
  over.abort();
});

it('opens three streams per person, and another as soon as one is closed', async () => {
  const person = await portal.as('student', 3);
  const open = await Promise.all([1, 2, 3].map(() => follow(person, randomUUID())));
  const fourth = await follow(person, randomUUID());
  expect(fourth.status).toBe(429);
  expect(await fourth.closed).toContain('import.watchedEnough');
  expect((await follow(superAdmin, randomUUID())).status).toBe(200);
  await Promise.all(open.map(({ closed }) => closed));
  expect((await follow(person, randomUUID())).status).toBe(200);
});

const ends: [string, (person: Caller) => Promise<{ status: number }>][] = [
  ['her signing out', (person) => person.call(logout)],
  [
    'her deactivation',
    ({ userId }) => superAdmin.call(updateUsers, { body: { Ids: [userId], Action: 'deactivate' } }),
  ],
];
it.each(ends)('ends with %s', async (_what, end) => {
  const person = await portal.as('student', 3);
  const { closed } = await follow(person, randomUUID());
  const began = performance.now();
  expect((await end(person)).status).toBe(200);
  await closed;
  expect(performance.now() - began).toBeLessThan(patience.unknown);
});

it('ends when the session expires', async () => {
  const person = await portal.as('student', 3);
  const { closed } = await follow(person, randomUUID());
  const began = performance.now();
  const expires_at = new Date(portal.context.clock.now().getTime() - 1000);
  await portal.context.database.transact((tx) =>
    tx.updateTable('sessions').set({ expires_at }).where('user_id', '=', person.userId).execute(),
  );
  await closed;
  expect(performance.now() - began).toBeLessThan(patience.unknown);
});

it('queries the database once for all streams', async () => {
  let asked = 0;
  const { context } = portal;
  const counted = {
    ...context,
    database: new Proxy(context.database, {
      get(database, name) {
        if (name === 'read') asked += 1;
        return Reflect.get(database, name);
      },
    }),
  } as AppContext;
  const over = new AbortController();
  const slower = { ...patience, lookEvery: 100, sessionEvery: 60_000 };
  for (let n = 0; n < 60; n++)
    await watchProgress(counted, grantOf({ userId: Math.floor(n / 3) }), randomUUID(), over.signal, slower);
  asked = 0;
  await wait(500);
  over.abort();
  expect(asked).toBeGreaterThan(1);
  expect(asked).toBeLessThanOrEqual(6);
});

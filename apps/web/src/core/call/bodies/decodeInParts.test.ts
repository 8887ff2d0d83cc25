import { searchUsers } from '@guichet/contract/identity/users.search';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeServer } from '../../../testing/fakeServer.ts';
import { someFoundUser } from '../../../testing/samples.ts';
import { call } from '../call.ts';

let server: ReturnType<typeof fakeServer>;
beforeEach(() => {
  server = fakeServer();
});

/** Names, most of which look like the separator of two rows. */
const names = ['},{', '"},{"', '\\"},{\\', '}]},{"data":[{', '[{', 'Zoé', 'Œ漢\u{20000}', ''];

/** The people make more than a million characters of JSON. */
const people = Array.from({ length: 8000 }, (_, at) =>
  someFoundUser({
    id: at + 1,
    fullName: `${names[at % names.length]} ${at}`,
    lastVisitDate: at % 3 === 0 ? new Date(at * 1e8) : null,
  }),
);

test('a long reply is decoded as in one piece, whatever its texts contain', async () => {
  server.on(searchUsers).reply(() => ({ data: people, totalItems: 9999 }));
  expect(await call(searchUsers, { body: {} })).toEqual({ data: people, totalItems: 9999 });
});

test('a reply without a separator is decoded as well', async () => {
  const data = people.with(4000, someFoundUser({ fullName: '},{'.repeat(50_000) }));
  server.on(searchUsers).reply(() => ({ data, totalItems: 8000 }));
  expect(await call(searchUsers, { body: {} })).toEqual({ data, totalItems: 8000 });
});

test.each([
  ['in its first part', 3],
  ['in a later one', 4000],
  ['in its last', 7999],
])('a long reply with a row that is not what was agreed is unreadable: %s', async (_where, at) => {
  const data = people.with(at, { ...someFoundUser(), email: 7 as never });
  server.on(searchUsers).reply(() => Response.json({ data, totalItems: 8000 }));
  await expect(call(searchUsers, { body: {} })).rejects.toMatchObject({ code: 'unreadable' });
});

test.each([
  ['cut off', (text: string) => text.slice(0, -20)],
  ['without its total', (text: string) => text.replace(',"totalItems":8000', '')],
  ['another thing', (text: string) => `[${text}]`],
])('a long reply that is %s is unreadable', async (_what, spoil) => {
  const text = JSON.stringify({ data: people, totalItems: 8000 });
  server.on(searchUsers).reply(() => new Response(spoil(text)));
  await expect(call(searchUsers, { body: {} })).rejects.toMatchObject({ code: 'unreadable' });
});

test('an abort takes effect while a long reply is decoded', async () => {
  const leaving = new AbortController();
  server.on(searchUsers).reply(() => ({ data: people, totalItems: 8000 }));
  const turns = vi.fn(async () => {
    if (turns.mock.calls.length === 3) leaving.abort();
  });
  vi.stubGlobal('scheduler', { postTask: turns });
  await expect(call(searchUsers, { body: {}, signal: leaving.signal })).rejects.toThrow(/abort/i);
  expect(turns).toHaveBeenCalledTimes(3);
});

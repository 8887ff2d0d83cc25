import { tryPlatform } from '@guichet/contract/learning/learning.platforms';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateId } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';

let moodle: MoodleServer;
let portal: TestPortal;
beforeAll(async () => {
  moodle = await openMoodleServer();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1' });
});
afterAll(async () => {
  await portal.close();
  await moodle.close();
});

const token = 'c0ffee/Mot de passe+é"1';
const body = () => ({
  kind: 'moodle' as const,
  address: moodle.url,
  credentials: { token },
  semesterId: 1,
  templateId,
  studentRole: 5,
  callSeconds: 30,
  copySeconds: 120,
});

it.each([
  ['an exception of 5 MB', { exception: 'x', errorcode: 'strange', message: 'é'.repeat(2_500_000) }],
  ['an unknown field', { ['x'.repeat(5_000_000)]: 1, sitename: 7 }],
  ['its request', { exception: 'x', errorcode: 'strange', message: `wstoken=${token}&wsfunction=x` }],
  [
    'its request, encoded',
    { exception: 'x', errorcode: token, message: `?${new URLSearchParams({ token })}` },
  ],
  ['a word that turns the direction', { exception: 'x', errorcode: 'x', message: 'a\u202eb' }],
])(
  'a platform that answers with %s is shown and kept in few words without the token',
  async (_what, answer) => {
    moodle.before = async ({ response }) => void response.end(JSON.stringify(answer).replaceAll('/', '\\/'));
    const superAdmin = await portal.superAdmin();
    const { reply } = await superAdmin.call(tryPlatform, { body: body() });
    const line = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('detail')
      .where('action', '=', 'platform.tried')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(reply.problems).toHaveLength(1);
    for (const told of [reply, line.detail]) {
      const text = JSON.stringify(told);
      expect(text.length).toBeLessThan(5000);
      expect(text).not.toMatch(/c0ffee|\u202e/);
    }
  },
);

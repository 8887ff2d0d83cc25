import {
  addPlatform,
  removePlatform,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { addQuiz, ids } from '../../../test/brightspace/site.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openConnectors } from './connectors.ts';

let brightspace: BrightspaceServer;
let portal: TestPortal;
let superAdmin: Caller;
beforeAll(async () => {
  brightspace = await openBrightspaceServer({ copyMilliseconds: 20 });
  addQuiz(brightspace.site, { course: ids.template });
  const { BRIGHTSPACE_OAUTH_URL = '' } = settingsOf(brightspace);
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1', BRIGHTSPACE_OAUTH_URL });
  superAdmin = await portal.superAdmin();
});
afterAll(async () => {
  await portal.close();
  await brightspace.close();
});

const form = (credentials: Record<string, string> = {}) => ({
  kind: 'brightspace' as const,
  address: brightspace.url,
  credentials: {
    clientId: 'the-client',
    clientSecret: 'secret of the client',
    refreshToken: 'refresh-token-1',
    wayIn: '',
    ...credentials,
  },
  semesterId: ids.semester,
  templateId: ids.template,
  studentRole: ids.role,
  callSeconds: 30,
  copySeconds: 120,
});
const { signal: never } = new AbortController();

describe('a registered Brightspace', () => {
  it('is tried, also with a hidden course, and works after it was saved with the same refresh token', async () => {
    const { reply: answer } = await superAdmin.call(tryPlatform, { body: form() });
    expect(answer).toMatchObject({ site: 'University for tests', problems: [] });
    const { reply: trial } = await superAdmin.call(tryPlatformWithCourse, { body: form() });
    expect(trial.steps.filter(({ problem }) => problem !== null)).toEqual([]);
    const accounts = expect.stringMatching(/^guichet-check-fr \(id \d+\), guichet-check-en \(id \d+\)$/);
    expect(trial.notes).toMatchObject([{ code: 'accountsStay', params: { accounts } }]);
    const left = [...brightspace.site.orgUnits.values()].filter(({ code }) => code === 'GUICHET-CHECK');
    expect(left.map(({ isRecycled }) => isRecycled)).toEqual([true]);

    // The dates of the copied quiz are changed, for which an older registration lacks a scope.
    const { setup } = brightspace.site;
    const quiz = addQuiz(brightspace.site, { course: ids.template, endDate: '2025-04-30T16:00:00.000Z' });
    const { scopes } = setup;
    setup.scopes = scopes.filter((scope) => scope !== 'quizzing:quizzes:write');
    const tried = async () => (await superAdmin.call(tryPlatformWithCourse, { body: form() })).reply.notes;
    const lacking = { code: 'missingScope', params: { name: expect.stringMatching(/^PUT le/) } };
    expect(await tried()).toMatchObject([{ code: 'noQuizDates' }, lacking, { code: 'accountsStay' }]);
    setup.scopes = scopes;
    expect(await tried()).toMatchObject([{ code: 'accountsStay' }]);
    brightspace.site.quizzes.delete(quiz.id);

    const body = { name: 'Brightspace', ...form() };
    const { id } = (await superAdmin.call(addPlatform, { body })).reply;
    const connector = await openConnectors(portal.context).of(id);
    expect(await connector.check(never)).toMatchObject({ problems: [] });
    // A try with a wrong refresh token spoils nothing.
    const wrong = form({ refreshToken: 'a wrong refresh token' });
    const { reply: refused } = await superAdmin.call(tryPlatform, { body: wrong });
    expect(refused.problems).toMatchObject([{ code: 'connectAgain' }]);
    expect(await connector.check(never)).toMatchObject({ problems: [] });
  });

  it('leaves no token behind when it is removed, unless another one uses the same registration', async () => {
    brightspace.site.refreshTokens.add('refresh-token-of-two');
    const register = async (name: string) => {
      const body = { name, ...form({ refreshToken: 'refresh-token-of-two' }) };
      return (await superAdmin.call(addPlatform, { body })).reply.id;
    };
    const chains = async () =>
      (await portal.context.database.read.selectFrom('platform_tokens').select('chain').execute()).map(
        ({ chain }) => chain,
      );
    const remove = async (platformId: number) =>
      expect((await superAdmin.call(removePlatform, { params: { platformId } })).status).toBe(200);
    const before = await chains();
    const [first, second] = [await register('First'), await register('Second')];
    await (await openConnectors(portal.context).of(first)).check(never);
    expect(await chains()).toHaveLength(before.length + 1);
    await remove(first);
    expect(await (await openConnectors(portal.context).of(second)).check(never)).toMatchObject({
      problems: [],
    });
    await remove(second);
    expect((await chains()).sort()).toEqual(before.sort());
  });

  it('needs all credentials, and a way in with the place of the course, if any', async () => {
    const faultsOf = async (credentials: Record<string, string>) =>
      (await superAdmin.call(addPlatform, { body: { name: 'Other', ...form(credentials) } })).problem?.errors;
    expect(await faultsOf({ clientSecret: '' })).toEqual([
      { path: 'credentials.clientSecret', messageKey: 'required' },
    ]);
    for (const wayIn of ['https://bs.example.ca/', 'http://bs.example.ca/{course}', 'javascript:{course}'])
      expect(await faultsOf({ wayIn })).toEqual([{ path: 'credentials.wayIn', messageKey: 'wayIn' }]);
    expect(await faultsOf({ wayIn: 'https://sso.example.ca/?to={course}' })).toBeUndefined();
  });
});

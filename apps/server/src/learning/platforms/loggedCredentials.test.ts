import { beginConsent, completeConsent } from '@guichet/contract/learning/learning.consents';
import {
  addPlatform,
  tryPlatform,
  tryPlatformWithCourse,
} from '@guichet/contract/learning/learning.platforms';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { settingsOf } from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { decide } from '../../../test/brightspace/consent.ts';
import { ids } from '../../../test/brightspace/site.ts';
import { makeCandidates, planExamSpace } from '../../../test/learning.ts';
import { addTemplate, templateId } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { startLearning } from '../learning.worker.ts';
import { openConnectors } from './connectors.ts';

let moodle: MoodleServer;
let brightspace: BrightspaceServer;
let portal: TestPortal;
let superAdmin: Caller;
const log: string[] = [];
beforeAll(async () => {
  moodle = await openMoodleServer({ copyMilliseconds: 1 });
  addTemplate(moodle);
  brightspace = await openBrightspaceServer({ copyMilliseconds: 1 });
  const { BRIGHTSPACE_OAUTH_URL = '', BRIGHTSPACE_AUTHORIZATION_URL = '' } = settingsOf(brightspace);
  portal = await openTestPortal({
    LEARNING_PRIVATE_HOSTS: '127.0.0.1',
    BRIGHTSPACE_OAUTH_URL,
    BRIGHTSPACE_AUTHORIZATION_URL,
  });
  Object.assign(portal.context, {
    log: pino({ level: 'trace' }, { write: (line: string) => log.push(line) }),
  });
  superAdmin = await portal.superAdmin();
});
afterAll(async () => {
  await portal.close();
  await brightspace.close();
  await moodle.close();
});

const { signal: never } = new AbortController();
const times = { callSeconds: 30, copySeconds: 120 };
const moodleForm = (token: string) => ({
  kind: 'moodle' as const,
  address: moodle.url,
  credentials: { token },
  semesterId: 1,
  templateId,
  studentRole: 5,
  ...times,
});
const brightspaceForm = (refreshToken: string) => ({
  kind: 'brightspace' as const,
  address: brightspace.url,
  credentials: { clientId: 'the-client', clientSecret: 'secret of the client', refreshToken, wayIn: '' },
  semesterId: ids.semester,
  templateId: ids.template,
  studentRole: ids.role,
  ...times,
});

it('never logs credentials: not of a refused token, a trial, a platform that signs in by OAuth', async () => {
  const forms = [
    moodleForm(moodle.site.setup.token),
    moodleForm('moodle-token-of-nobody'),
    brightspaceForm('refresh-token-1'),
    brightspaceForm('refresh-token-of-nobody'),
  ];
  const { context } = portal;
  const problems: number[] = [];
  const platformIds: number[] = [];
  for (const [n, body] of forms.entries()) {
    const { id } = (await superAdmin.call(addPlatform, { body: { name: `Campus ${n}`, ...body } })).reply;
    platformIds.push(id);
    // Logs an error of a connector, with all its properties, as an error handler would. It comes before the
    // trials, since only the first refusal still has the token at hand.
    const failure = await (await openConnectors(context).of(id)).check(never).catch((err: Error) => err);
    context.log.error({ err: failure }, 'test: what a check has said');
    problems.push((await superAdmin.call(tryPlatform, { body })).reply.problems.length);
    await superAdmin.call(tryPlatformWithCourse, { body });
    await systemTransaction(context, (tx) =>
      tx.updateTable('systems').set({ platform_id: id }).where('id', '=', 3).execute(),
    );
    await planExamSpace(context, { candidates: makeCandidates(1) });
  }
  const worker = startLearning(context);
  const refusing = [platformIds[1], platformIds[3]];
  await vi.waitFor(
    () => {
      for (const id of refusing)
        expect(log.filter((line) => line.includes('queue: ')).join()).toContain(`"learningPlatform:${id}"`);
    },
    { timeout: 5000 },
  );
  await worker.stop();
  expect(problems.map((count) => count > 0)).toEqual([false, true, false, true]);

  const { accessTokens, refreshTokens } = brightspace.site;
  const secrets = [
    ...forms.flatMap(({ credentials }) =>
      Object.entries(credentials).flatMap(([name, value]) => (name === 'clientId' || !value ? [] : [value])),
    ),
    ...accessTokens.keys(),
    ...refreshTokens.keys(),
  ];
  expect(secrets.length).toBeGreaterThan(7);
  const lines = log.join('\n');
  for (const secret of secrets)
    for (const written of [secret, encodeURIComponent(secret), secret.replaceAll(' ', '+')])
      expect(lines).not.toContain(written);
});

it('never logs what a consent is made of: its state, its code, the client secret, the tokens', async () => {
  const { kind, address, credentials } = brightspaceForm('');
  const secrets: string[] = [credentials.clientSecret];
  for (const clientSecret of [credentials.clientSecret, 'a wrong secret of the client']) {
    const body = { kind, address, credentials: { ...credentials, clientSecret } };
    const begun = (await superAdmin.call(beginConsent, { body })).reply;
    const { searchParams: answer } = await decide(begun.address, 'agree');
    const [state = '', code = ''] = ['state', 'code'].map((name) => answer.get(name) ?? '');
    const { reply } = await superAdmin.call(completeConsent, { body: { state, code } });
    expect(reply.isConnected).toBe(clientSecret === credentials.clientSecret);
    secrets.push(clientSecret, state, code);
  }
  secrets.push(...brightspace.site.refreshTokens.keys(), ...brightspace.site.accessTokens.keys());
  const { read } = portal.context.database;
  const written = JSON.stringify([
    log,
    await read.selectFrom('audit_lines').selectAll().execute(),
    await read.selectFrom('platform_consents').selectAll().execute(),
  ]);
  for (const secret of secrets) expect(written).not.toContain(secret);
});

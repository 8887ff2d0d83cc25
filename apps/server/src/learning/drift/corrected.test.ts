import type { BodyOf } from '@guichet/contract/core/endpoint';
import { listOwnExams } from '@guichet/contract/exams/candidate';
import { changeOwnName } from '@guichet/contract/identity/account.own';
import { correctUser } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import * as brightspaceSettings from '../../../test/brightspace/brightspaceConnector.ts';
import {
  type BrightspaceServer,
  openBrightspaceServer,
} from '../../../test/brightspace/brightspaceServer.ts';
import { addTemplate, settingsOf } from '../../../test/moodle/moodleConnector.ts';
import { type MoodleServer, openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { madePassword } from '../../../test/portal.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { insertRole } from '../../identity/users/users.queries.ts';
import { openConnector } from '../learning.service.ts';
import { type DriftDesk, openDriftDesk, pickShown, same } from './fixtures/desk.ts';
import { handsOnMoodle, type MoodleHands } from './fixtures/hands.ts';

const never = new AbortController().signal;

async function correct({ admin }: DriftDesk, id = 0, more: Partial<BodyOf<typeof correctUser>> = {}) {
  const names = { firstName: 'Zoé', lastName: 'Corrigée', languageId: 'fr', newsLetter: false } as const;
  const { status, reply, raw } = await admin.call(correctUser, { body: { id, ...names, ...more } });
  expect(status, raw).toBe(200);
  return reply;
}

async function accountOf({ portal: { context } }: DriftDesk, key: string) {
  const organisation = { id: 3, templateId: null, semesterId: null } as never;
  return (await openConnector(context).readAccounts(organisation, [key], never)).get(key);
}

describe.each(['Moodle', 'Brightspace', 'builtin'] as const)('a correction, on %s', (kind) => {
  let server: MoodleServer | BrightspaceServer | null = null;
  let desk: DriftDesk;
  beforeAll(async () => {
    if (kind === 'Moodle') {
      const moodle = await openMoodleServer();
      addTemplate(moodle);
      server = moodle;
      desk = await openDriftDesk(settingsOf(moodle));
    } else if (kind === 'Brightspace') {
      const brightspace = await openBrightspaceServer({ copyMilliseconds: 20 });
      server = brightspace;
      desk = await openDriftDesk(brightspaceSettings.settingsOf(brightspace));
    } else desk = await openDriftDesk();
  });
  afterAll(async () => {
    await desk.portal.close();
    await server?.close();
  });

  it('of a name and an address reaches the account there by itself, and no repair is left to do', async () => {
    const exam = await desk.open();
    const [key] = exam.keys;
    const email = `corrigee.${kind.toLowerCase()}@guichet.test`;
    expect(await correct(desk, exam.userIds[0], { email })).toMatchObject({ isOnPlatform: true });
    await desk.work();
    expect(await accountOf(desk, key)).toMatchObject([{ name: 'Zoé Corrigée', email }]);
    expect(pickShown(await exam.read())).toEqual(same);
  });

  it('of other things, or of somebody whose exams are long past, asks nothing of it', async () => {
    const exam = await desk.open({ examDate: '2027-01-02' });
    const [id = 0] = exam.userIds;
    await correct(desk, id, { lastName: 'Avant' });
    await desk.work();
    expect(await correct(desk, id, { lastName: 'Avant', profession: 'Avocate' })).toMatchObject({
      outcome: 'corrected',
      isOnPlatform: false,
    });
    expect(await desk.work()).toBe(0);
    await desk.advance(20 * 24 * 60 * 60);
    expect(await correct(desk, id, { lastName: 'Après' })).toMatchObject({ isOnPlatform: false });
  });
});

describe('a correction, on a Moodle whose staff has changed something', () => {
  let moodle: MoodleServer;
  let desk: DriftDesk;
  let hands: MoodleHands;
  beforeAll(async () => {
    moodle = await openMoodleServer();
    addTemplate(moodle);
    desk = await openDriftDesk(settingsOf(moodle));
    hands = handsOnMoodle(moodle.site);
  });
  afterAll(async () => {
    await desk.portal.close();
    await moodle.close();
  });

  test('leaves who was taken off the course, suspended there or has no account any more as they are', async () => {
    const exam = await desk.open();
    const [off, suspended, gone] = exam.keys;
    await hands.remove(exam.courseId, off);
    await hands.suspendEnrolment(exam.courseId, suspended);
    await hands.deleteAccount(gone);
    for (const id of exam.userIds) await correct(desk, id);
    await desk.work();
    expect(await accountOf(desk, off)).toMatchObject([{ name: 'Zoé Corrigée' }]);
    expect(await accountOf(desk, suspended)).toMatchObject([{ name: 'Zoé Corrigée' }]);
    expect(await accountOf(desk, gone)).toEqual([]);
    expect(pickShown(await exam.read())).toEqual({
      ...same,
      missing: [
        { key: off, cause: 'notEnrolled' },
        { key: suspended, cause: 'enrolmentSuspended' },
        { key: gone, cause: 'noAccount' },
      ],
    });
    await exam.repair();
    expect(pickShown(await exam.last())).toEqual(same);
  });

  test('tries an enrolment again that was refused', async () => {
    const exam = await desk.open();
    const [key] = exam.keys;
    const [id = 0] = exam.userIds;
    const { context } = desk.portal;
    await hands.remove(exam.courseId, key);
    await systemTransaction(context, (tx) =>
      tx.updateTable('platform_enrolments').set({ state: 'failed' }).where('user_id', '=', id).execute(),
    );
    await correct(desk, id);
    await desk.work();
    expect(pickShown(await exam.read())).toEqual(same);
  });

  test('one’s own new name reaches it too', async () => {
    const exam = await desk.open();
    const [key] = exam.keys;
    const [id = 0] = exam.userIds;
    const { context } = desk.portal;
    const password_hash = await context.hashing.hash(madePassword);
    const { email } = await systemTransaction(context, async (tx) => {
      await insertRole(tx, id, 'support', 3, context.clock.now());
      const her = tx.updateTable('users').set({ password_hash }).where('id', '=', id);
      return her.returning('email').executeTakeFirstOrThrow();
    });
    const herself = await desk.portal.signIn(email, madePassword);
    const entries = async () => {
      const { reply } = await herself.call(listOwnExams);
      return reply.map(({ entry }) => entry);
    };
    const before = await entries();
    expect(before).toEqual(['toOpen']);
    await herself.call(changeOwnName, { body: { firstName: 'Zoë', lastName: 'Elle-même' } });
    // The exam stays open to its candidate while the new name is on its way.
    expect(await entries()).toEqual(before);
    await desk.work();
    expect(await accountOf(desk, key)).toMatchObject([{ name: 'Zoë Elle-même' }]);
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PortalProcess } from '../../../e2e/fixtures/portalProcess.ts';
import { makeTestPlace, type TestPlace } from './database/testDatabase.ts';
import { type MailCatcher, openMailCatcher } from './mailCatcher.ts';
import { type ProcessClient, signInTo } from './processClient.ts';

/** How many connections the outbox keeps to a mail server: as many mails can be on the line when it dies. */
const connections = 5;

let place: TestPlace;
let portal: PortalProcess;
let mails: MailCatcher;

beforeEach(async () => {
  place = await makeTestPlace();
  mails = await openMailCatcher();
  const { databaseUrl, dataDir } = place.options;
  portal = await PortalProcess.start({
    SMTP_URL: mails.url,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }),
  });
}, 60_000);

afterEach(async () => {
  await portal.kill();
  portal.removeData();
  await mails.close();
  await place.remove();
});

async function signIn(): Promise<ProcessClient> {
  const { email, password } = portal.firstAdmin;
  return signInTo(portal.url, email, password);
}

const list = (count: number) =>
  [
    'Prénom;Nom;Courriel;Langue',
    ...Array.from({ length: count }, (_, n) => `Zoé;Côté${n};zoe${n}@etu.example.ca;${n % 2 ? 'F' : 'E'}`),
  ].join('\n');

describe('a server killed in the middle of an import', () => {
  it.each([40, 250, 600])(
    'has all rows or none after %d ms, and the same import again completes it once',
    async (delay) => {
      const count = 4000;
      const client = await signIn();
      const { courseId, id } = await client.makeExamSpace(3, 'Hiver');
      const importId = randomUUID();
      const first = client
        .importFile(3, courseId, list(count), { importId, sendEmail: false })
        .catch(() => 'cut off');
      await wait(delay);
      await portal.kill();
      await first;
      await portal.startAgain();
      const again = await signIn();
      expect([0, count]).toContain((await again.listCandidates(3, id)).length);
      expect(await again.importFile(3, courseId, list(count), { importId, sendEmail: false })).toBe(count);
      expect(await again.listCandidates(3, id)).toHaveLength(count);
    },
    120_000,
  );
});

describe('a server killed in the middle of sending', () => {
  it('sends every mail after two kills in a row, and none twice but those on the line', async () => {
    const count = 300;
    const client = await signIn();
    const { courseId, id } = await client.makeExamSpace(3, 'Hiver');
    mails.delay(5);
    expect(await client.importFile(3, courseId, list(count), { sendEmail: true })).toBe(count);
    for (const share of [0.2, 0.5]) {
      await mails.waitFor(Math.floor(count * share), 30_000);
      await portal.kill();
      await portal.startAgain();
    }
    const again = await signIn();
    const isOver = async () =>
      (await again.listCandidates(3, id)).every(({ mailState }) => mailState === 'sent');
    const deadline = performance.now() + 90_000;
    while (!(await isOver()) && performance.now() < deadline) await wait(250);
    expect(await isOver()).toBe(true);

    expect(new Set(mails.received.map(({ to }) => to)).size).toBe(count);
    const doubled = mails.received.length - count;
    expect(doubled).toBeLessThanOrEqual(2 * connections);
    // One mail, one Message-ID: who gets it twice can tell.
    expect(new Set(mails.received.map(({ messageId }) => messageId)).size).toBe(count);
  }, 180_000);
});

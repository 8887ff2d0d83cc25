import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailCatcher, openMailCatcher } from '../../../test/mailCatcher.ts';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openMovingDesk } from '../../exams/places/fixtures/movingDesk.ts';
import { makePerson } from '../../identity/users/fixtures/people.ts';
import { startOutbox } from '../../mail/outbox/sending/outbox.worker.ts';
import { compare, dump, makeAddress, undoDesk } from '../fixtures/undoTestbed.ts';

let catcher: MailCatcher;
let portal: TestPortal;
beforeAll(async () => {
  catcher = await openMailCatcher();
  portal = await openTestPortal({ SMTP_URL: catcher.url });
});
afterAll(async () => {
  await portal.close();
  await catcher.close();
});

const namesOf = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);

/** Sends queued mails to the mail server until `count` mails have arrived in all. */
async function sendUntil(count: number): Promise<void> {
  const outbox = startOutbox(portal.context);
  await catcher.waitFor(count, 30_000);
  await outbox.stop();
}

it('an import of 3,000 is undone in seconds: nobody of it is left, no account and no unsent mail, and all others are as they were', async () => {
  const admin = await portal.as('admin', 3);
  const desk = undoDesk(admin);
  const { onPlatform } = await openMovingDesk(portal, admin);
  const db = portal.context.database.read;
  const [exam, other] = [await desk.makeExam('Trois mille'), await desk.makeExam('Autre')];
  const [there, known] = [namesOf('Avant', 20), namesOf('Connue', 30)];
  for (const name of known) await makePerson(portal, { email: makeAddress(name) });
  await desk.importList(exam.courseId, there);
  await desk.importList(other.courseId, known.slice(0, 10));
  await sendUntil(30);
  const [placedBefore, placedElsewhere] = [await onPlatform(exam.courseId), await onPlatform(other.courseId)];
  expect([placedBefore.length, placedElsewhere.length]).toEqual([20, 10]);
  const before = await dump(db);

  const importId = await desk.importList(exam.courseId, [...there, ...known, ...namesOf('Neuve', 2950)]);
  expect(await onPlatform(exam.courseId)).toHaveLength(3000);
  // Some of the import's mails have left.
  await sendUntil(330);
  const sent = catcher.received.slice(30).map(({ to }) => to);

  const { fingerprint, counts, people, stays } = await desk.look(importId);
  expect([people, stays]).toEqual([3000, { wasThere: 20, knownAccount: 30, mailSent: sent.length }]);
  expect(counts).toMatchObject({ enrolments: 2980, accounts: 2950, places: 2980, mails: 2980 - sent.length });
  const began = performance.now();
  const { reply } = await desk.undo(importId, fingerprint);
  const milliseconds = Math.round(performance.now() - began);
  expect(reply).toMatchObject({ outcome: 'undone', counts });

  const done = compare(before, await dump(db));
  for (const table of ['users', 'user_roles', 'enrolments', 'exams', 'platform_courses'])
    expect([table, done[table]]).toEqual([table, undefined]);
  expect([await onPlatform(exam.courseId), await onPlatform(other.courseId)]).toEqual([
    placedBefore,
    placedElsewhere,
  ]);
  expect(done.outgoing_mails?.gone).toEqual([]);
  const mails = done.outgoing_mails?.added ?? [];
  expect(mails.filter(({ state }) => state === 'sent').map(({ recipient }) => recipient)).toHaveLength(
    sent.length,
  );
  expect(mails.filter(({ state }) => state === 'cancelled')).toHaveLength(2980 - sent.length);

  // Later mails are sent, but no more mails of the import.
  await desk.importList(other.courseId, ['Ensuite']);
  await sendUntil(30 + sent.length + 1);
  const received = catcher.received.slice(30).map(({ to }) => to);
  expect(received).toEqual([...sent, makeAddress('Ensuite')]);
  expect(new Set(sent).size).toBe(sent.length);
  console.info(`3,000 rows, ${portal.context.database.kind}: undo ${milliseconds} ms`);
  expect(milliseconds).toBeLessThan(10_000);
});

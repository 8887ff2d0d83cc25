import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makePerson, makePlainExam } from '../../../identity/users/fixtures/people.ts';
import { failureWords } from '../causes/failureWords.ts';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { useOutboxTestbed } from '../fixtures/outboxTestbed.ts';

const testbed = useOutboxTestbed();

/** Makes a person who is enrolled in an exam. */
async function makeCandidate(email: string) {
  const portal = { context: testbed.context } as never;
  const userId = await makePerson(portal, { email });
  const { id: examId } = await makePlainExam(portal, { title: email, userIds: [userId] });
  return { email, userId, examId };
}

const receivedBy = (email: string) => testbed.server.received.filter(({ to }) => to === email).length;

async function untilQuiet(): Promise<void> {
  for (let last = -1; last !== testbed.server.received.length; await wait(300))
    last = testbed.server.received.length;
}

it('a person gets ten mails about exams in an hour; the others wait, untried, and leave afterwards in their order', async () => {
  await testbed.open();
  const [ana, eva] = [await makeCandidate('ana@etu.example.ca'), await makeCandidate('eva@etu.example.ca')];
  const many = Array.from({ length: 25 }, () => ana);
  const ids = await queueMails(testbed.context, many, { purpose: 'examCancelled' }, ana.examId);
  await queueMails(testbed.context, [eva, eva, eva], {}, eva.examId);
  testbed.startWorker();
  await testbed.server.waitFor(13);
  await untilQuiet();
  expect([receivedBy(ana.email), receivedBy(eva.email)]).toEqual([10, 3]);
  const left = await mailRow(testbed.context, ids[10] as number);
  expect([left.state, left.attempts]).toEqual(['waiting', 0]);
  expect(failureWords(left.last_error, 'fr')).toContain('Celui-ci partira de lui-même dans l’heure');
  // A mail about the account does not count.
  await queueMails(testbed.context, [ana], { purpose: 'resetPassword' });
  await testbed.server.waitFor(14);
  expect(receivedBy(ana.email)).toBe(11);

  for (const expected of [21, 26]) {
    testbed.context.clock.advance(3600);
    testbed.context.notifier.notify('outbox');
    await testbed.server.waitFor(expected + 3);
    await untilQuiet();
    expect(receivedBy(ana.email)).toBe(expected);
  }
  const sent = await Promise.all(ids.map((id) => mailRow(testbed.context, id)));
  expect(new Set(sent.map(({ state }) => state))).toEqual(new Set(['sent']));
  const hours = sent.map(({ sent_at }) => sent_at?.getTime() ?? 0);
  expect(hours).toEqual(hours.toSorted());
});

it('whoever is deleted and made anew gets no more at the same address', async () => {
  await testbed.open();
  const before = testbed.server.received.length;
  const first = await makeCandidate('lia@etu.example.ca');
  await queueMails(
    testbed.context,
    Array.from({ length: 9 }, () => first),
    {},
    first.examId,
  );
  testbed.startWorker();
  await testbed.server.waitFor(before + 9);
  await testbed.context.database.transact((tx) =>
    tx.deleteFrom('users').where('id', '=', first.userId).execute(),
  );
  const again = await makeCandidate('Lia@Etu.example.ca');
  await queueMails(testbed.context, [again, again, again], {}, again.examId);
  testbed.context.notifier.notify('outbox');
  await testbed.server.waitFor(before + 10);
  await untilQuiet();
  expect(testbed.server.received).toHaveLength(before + 10);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import { claimJobs, renewLeases } from '../../core/queue/leases.queries.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { mailJobs } from '../../mail/outbox/sending/mailJobs.queries.ts';
import { openMovingDesk, uuid } from './fixtures/movingDesk.ts';

let desk: Awaited<ReturnType<typeof openMovingDesk>>;
beforeAll(async () => {
  desk = await openMovingDesk();
});
afterAll(() => desk.portal.close());

it('a mail that leaves while its person is taken out and put back stays with its worker', async () => {
  const { context } = desk.portal;
  const exam = await desk.makeExam('Lent', ['Zoe']);
  const [zoe = 0] = await desk.idsOf(exam.id);
  const until = () => secondsAfter(context.clock.now(), 30);
  const claim = (by: string) =>
    systemTransaction(context, (tx) =>
      claimJobs(tx, mailJobs, { by, until: until() }, { now: context.clock.now(), most: 9, shutOff: [] }),
    );
  const [job] = await claim('slow');
  const removalId = uuid();
  await desk.takeOut(exam.id, [zoe], { removalId });
  await desk.putBack(exam.id, removalId);
  context.clock.advance(10);
  const held = await systemTransaction(context, (tx) =>
    renewLeases(tx, mailJobs, { by: 'slow', until: until() }, job ? [job.key] : []),
  );
  expect(held).toHaveLength(1);
  context.clock.advance(25);
  expect(await claim('another')).toEqual([]);
});

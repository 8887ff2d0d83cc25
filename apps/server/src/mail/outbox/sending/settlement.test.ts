import { expect, test } from 'vitest';
import { openSettlements } from '../../../core/queue/settlement.ts';
import { mailRow, queueMails } from '../fixtures/mails.ts';
import { someone, useOutboxTestbed } from '../fixtures/outboxTestbed.ts';
import { mailJobs } from './mailJobs.queries.ts';

const testbed = useOutboxTestbed();

test.each([
  ['sent', { kind: 'done' }],
  ['waiting', { kind: 'retry', reason: 'deferred' }],
] as const)(
  'a mail that is %s is recorded once, also when the answer of the database got lost',
  async (state, result) => {
    await testbed.open();
    const [id = 0] = await queueMails(testbed.context, [someone]);
    const { database } = testbed.context;
    await database.transact((tx) =>
      tx.updateTable('outgoing_mails').set({ state: 'sending', leased_by: 'us' }).execute(),
    );
    let asked = 0;
    const losesAnswer: typeof database.transactAlone = async (...statement) => {
      const rows = await database.transactAlone(...statement);
      if (++asked === 1) throw new Error('The answer got lost.');
      return rows;
    };
    const context = { ...testbed.context, database: { ...database, transactAlone: losesAnswer } };
    const job = { key: { id }, attempts: 0, version: null, destination: 'mailServer' };
    await openSettlements(context, mailJobs, 'us')(job, result);
    expect(asked).toBe(2);
    expect(await mailRow(context, id)).toMatchObject({ state, attempts: 1, leased_by: null });
  },
);

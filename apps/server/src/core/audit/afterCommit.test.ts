import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import { machineGrant } from '../../identity/access/access.service.ts';
import { DatabaseUnavailable } from '../database/connection/unavailable.ts';
import type { WriteTx } from '../database/database.ts';
import { openNotifier } from '../runtime/notifier.ts';
import { notifyAfterCommit, systemTransaction, unchanged, write, writeEverywhere } from './audit.service.ts';

let base: TestApp;
let app: TestApp;
let woken: string[];
beforeAll(async () => {
  base = await openTestApp();
});
beforeEach(() => {
  woken = [];
  const notifier = openNotifier();
  for (const topic of ['outbox', 'learning']) notifier.listen(topic, () => woken.push(topic));
  app = { ...base, notifier };
});
afterAll(() => base.close());

type Run = (context: TestApp, work: (tx: WriteTx) => Promise<void>) => Promise<unknown>;
const grant = machineGrant('test');
const runs: [string, Run][] = [
  ['write', (context, work) => write(context, grant, async (tx) => unchanged(await work(tx)))],
  [
    'writeEverywhere',
    (context, work) => writeEverywhere(context, grant, async (tx) => unchanged(await work(tx))),
  ],
  ['systemTransaction', systemTransaction],
];

/** Queues work of two kinds, one of them twice, and looks before the commit. */
async function queue(tx: WriteTx): Promise<void> {
  for (const topic of ['outbox', 'learning', 'outbox']) notifyAfterCommit(tx, topic);
  expect(woken).toEqual([]);
}

test.each(runs)('%s wakes workers after the commit, once for each topic', async (_name, run) => {
  await run(app, queue);
  expect(woken).toEqual(['outbox', 'learning']);
  await run(app, async () => {});
  expect(woken).toHaveLength(2);
});

test.each(runs)(
  '%s wakes nobody after a rollback, nor in the transaction that follows',
  async (_name, run) => {
    const failing = async (tx: WriteTx) => {
      await queue(tx);
      throw new Error('rolled back');
    };
    await expect(run(app, failing)).rejects.toThrow('rolled back');
    await run(app, async () => {});
    expect(woken).toEqual([]);
  },
);

test('a commit whose answer was lost may have taken effect, so the workers look', async () => {
  const transact: typeof app.database.transact = async (work, scope) => {
    await base.database.transact(work, scope);
    throw new DatabaseUnavailable('outcomeUnknown');
  };
  const context = { ...app, database: { ...base.database, transact } };
  await expect(systemTransaction(context, queue)).rejects.toThrow(DatabaseUnavailable);
  expect(woken).toEqual(['outbox', 'learning']);
});

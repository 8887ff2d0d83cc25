import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../test/database/testDatabase.ts';
import { makeTestContext, type TestApp } from '../test/testApp.ts';
import { prepareFirstStart } from './firstStart.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = makeTestContext(await openTestDatabase('migrated'));
});
afterAll(() => testApp.close());

it('of two processes at once makes one super admin, and ends neither', async () => {
  await Promise.all([prepareFirstStart(testApp), prepareFirstStart(testApp)]);
  const admins = await testApp.database.read
    .selectFrom('user_roles')
    .select('user_id')
    .where('system_id', 'is', null)
    .execute();
  expect(admins).toHaveLength(1);
});

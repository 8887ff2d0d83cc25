import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/core/database/database.ts';
import { writeSchemaTypes } from './schemaTypes.ts';
import { openTestDatabase } from './testDatabase.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

// `npm run schema` writes the files anew.
test('the types of the tables are those of the database', async () => {
  const { tables, signOnTables, builtinTables } = await writeSchemaTypes(database.read);
  await expect(tables).toMatchFileSnapshot('../../src/core/database/schema/tables.ts');
  await expect(signOnTables).toMatchFileSnapshot('../../src/core/database/schema/signOnTables.ts');
  await expect(builtinTables).toMatchFileSnapshot('../../src/core/database/schema/builtinTables.ts');
});

import type { Kysely, Transaction } from 'kysely';
import { expectTypeOf, test } from 'vitest';
import type { ReadDb, Schema, WriteTx } from '../../src/core/database/database.ts';

// Checked by the compiler; nothing here runs a query.

test('outside of a transaction the types have no write methods', () => {
  expectTypeOf<ReadDb>().not.toHaveProperty('insertInto');
  expectTypeOf<ReadDb>().not.toHaveProperty('updateTable');
  expectTypeOf<ReadDb>().not.toHaveProperty('deleteFrom');
  expectTypeOf<ReadDb>().not.toHaveProperty('mergeInto');
  expectTypeOf<ReadDb>().not.toHaveProperty('transaction');
  expectTypeOf<ReadDb>().not.toHaveProperty('schema');
});

export const readsByParts = (read: ReadDb) =>
  read
    .with('recent', (part) => part.selectFrom('systems').select('id'))
    .selectFrom('recent')
    .selectAll()
    .execute();

// @ts-expect-error a query of a CTE cannot delete either
export const deletesByParts = (read: ReadDb) => read.with('gone', (part) => part.deleteFrom('systems'));

export const writesByParts = (tx: WriteTx) =>
  tx
    .with('gone', (part) => part.deleteFrom('systems').returning('id'))
    .selectFrom('gone')
    .select('id')
    .execute();

test('a transaction is accepted wherever a handle for reading is expected', () => {
  expectTypeOf<WriteTx>().toExtend<ReadDb>();
});

test('only transact returns a handle that writes', () => {
  expectTypeOf<ReadDb>().not.toExtend<WriteTx>();
  expectTypeOf<Kysely<Schema>>().not.toExtend<WriteTx>();
  expectTypeOf<Transaction<Schema>>().not.toExtend<WriteTx>();
});

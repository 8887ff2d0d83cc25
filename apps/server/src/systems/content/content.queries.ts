import type { Language } from '@guichet/contract/core/language';
import type { Insertable } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import type { Schema } from '../../core/database/schema/schema.ts';

const columns = ['system_id as systemId', 'label', 'language as languageId', 'content'] as const;

const writtenColumns = [...columns, 'updated_at as savedAt'] as const;

export function selectContent(db: ReadDb, systemId: number) {
  return db
    .selectFrom('content_items')
    .select(writtenColumns)
    .where('system_id', '=', systemId)
    .orderBy('label')
    .orderBy('language', 'desc')
    .execute();
}

export function selectContentItem(db: ReadDb, systemId: number, label: string, language: Language) {
  return db
    .selectFrom('content_items')
    .select(columns)
    .where('system_id', '=', systemId)
    .where('label', '=', label)
    .where('language', '=', language)
    .execute();
}

/** Inserts items; existing items are kept. */
export async function insertContent(tx: WriteTx, items: Insertable<Schema['content_items']>[]) {
  await tx
    .insertInto('content_items')
    .values(items)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Copies the items that the system `to` does not have yet. */
export async function copyContent(tx: WriteTx, { from, to, now }: { from: number; to: number; now: Date }) {
  await tx
    .insertInto('content_items')
    .columns(['system_id', 'label', 'language', 'content', 'updated_at'])
    .expression((row) =>
      row
        .selectFrom('content_items')
        .select(({ val }) => [
          val(to).as('system_id'),
          'label',
          'language',
          'content',
          val(now).as('updated_at'),
        ])
        .where('system_id', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks out other writers of this system's content until the transaction ends; readers do not wait. */
export async function lockContent(tx: WriteTx, systemId: number): Promise<void> {
  await tx.selectFrom('systems').select('id').where('id', '=', systemId).forNoKeyUpdate().execute();
}

export function upsertContent(
  tx: WriteTx,
  item: { systemId: number; label: string; language: Language; content: string; savedAt: Date },
) {
  const { systemId, label, language, content, savedAt } = item;
  return tx
    .insertInto('content_items')
    .values({ system_id: systemId, label, language, content, updated_at: savedAt })
    .onConflict((conflict) =>
      conflict.columns(['system_id', 'label', 'language']).doUpdateSet({ content, updated_at: savedAt }),
    )
    .returning(writtenColumns)
    .executeTakeFirstOrThrow();
}

/** Returns whether the label had a text. */
export async function deleteContent(tx: WriteTx, systemId: number, label: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('content_items')
    .where('system_id', '=', systemId)
    .where('label', '=', label)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

import type { Language } from '@guichet/contract/core/language';
import type { Insertable } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';

const columns = ['system_id as systemId', 'label', 'language as languageId', 'content'] as const;

export function selectContent(db: ReadDb, systemId: number) {
  return db
    .selectFrom('content_items')
    .select(columns)
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

export async function insertContent(
  tx: WriteTx,
  items: Insertable<Schema['content_items']>[],
): Promise<void> {
  await tx.insertInto('content_items').values(items).execute();
}

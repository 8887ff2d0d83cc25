import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { type MailFields, mailColumns, selectedMailFields } from './mailFrame.ts';

const columns = [
  'name_fr as fr',
  'name_en as en',
  ...selectedMailFields,
  'sender_domains as senderDomains',
  'version',
  'changed_at as changedAt',
] as const;

export function selectUniversity(db: ReadDb) {
  return db.selectFrom('university').select(columns).executeTakeFirst();
}

/** The row of the university, locked until the transaction ends. */
export function lockUniversity(tx: WriteTx) {
  return tx.selectFrom('university').select(columns).forUpdate().executeTakeFirst();
}

type UniversityForm = MailFields & Record<'fr' | 'en' | 'senderDomains', string>;

/** Stores name and mail fields as this version; false when another transaction has just stored the first version. */
export async function upsertUniversity(
  tx: WriteTx,
  { fr: name_fr, en: name_en, senderDomains: sender_domains, ...mails }: UniversityForm,
  version: number,
  changed_at: Date,
): Promise<boolean> {
  const values = { name_fr, name_en, sender_domains, ...mailColumns(mails), version, changed_at };
  const result = await tx
    .insertInto('university')
    .values({ id: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(values)
        .where('university.version', '=', version - 1),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

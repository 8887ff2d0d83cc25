import type { ReadDb, WriteTx } from '../../core/database/database.ts';

const columns = [
  'text_fr as fr',
  'text_en as en',
  'starts_at as startsAt',
  'ends_at as endsAt',
  'version',
] as const;

export function selectBroadcast(db: ReadDb) {
  return db.selectFrom('broadcast').select(columns).executeTakeFirst();
}

export interface StoredBroadcast {
  readonly fr: string;
  readonly en: string;
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Stores the broadcast as this version; false when another transaction has stored that version. */
export async function upsertBroadcast(
  tx: WriteTx,
  { fr: text_fr, en: text_en, startsAt: starts_at, endsAt: ends_at }: StoredBroadcast,
  version: number,
  changed_at: Date,
): Promise<boolean> {
  const values = { text_fr, text_en, starts_at, ends_at, version, changed_at };
  const result = await tx
    .insertInto('broadcast')
    .values({ id: 1, ...values })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(values)
        .where('broadcast.version', '=', version - 1),
    )
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

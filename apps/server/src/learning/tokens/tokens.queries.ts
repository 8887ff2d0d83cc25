import type { ReadDb, WriteTx } from '../../core/database/database.ts';

export type TokenRow = NonNullable<Awaited<ReturnType<typeof selectTokens>>>;

/** The row as it was read: a statement about a refresh token that has since been replaced changes nothing. */
interface Known {
  readonly chain: string;
  readonly version: number;
}

export function selectTokens(db: ReadDb, chain: string) {
  return db
    .selectFrom('platform_tokens')
    .select(['refresh_token', 'access_token', 'expires_at', 'version', 'refused_at'])
    .where('chain', '=', chain)
    .executeTakeFirst();
}

/** If two servers insert the row at the same moment, the first row stays. */
export async function insertToken(
  tx: WriteTx,
  row: { readonly chain: string; readonly refresh_token: string; readonly used_at: Date },
): Promise<void> {
  await tx
    .insertInto('platform_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('chain').doNothing())
    .execute();
}

/** Deletes chains that an operator has replaced by another refresh token, or that are otherwise unused. */
export async function deleteUnused(tx: WriteTx, before: Date): Promise<void> {
  await tx.deleteFrom('platform_tokens').where('used_at', '<', before).execute();
}

export async function deleteChain(tx: WriteTx, chain: string): Promise<void> {
  await tx.deleteFrom('platform_tokens').where('chain', '=', chain).execute();
}

/** Takes the right to renew until `until`; false while another server has it, or when the row has changed. */
export async function takeLease(tx: WriteTx, { chain, version }: Known, now: Date, until: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('platform_tokens')
    .set({ renewing_until: until })
    .where((eb) => eb.and({ chain, version, refused_at: null }))
    .where(({ or, eb }) => or([eb('renewing_until', 'is', null), eb('renewing_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseLease(tx: WriteTx, { chain, version }: Known): Promise<void> {
  await tx
    .updateTable('platform_tokens')
    .set({ renewing_until: null })
    .where((eb) => eb.and({ chain, version }))
    .execute();
}

/** Stores tokens; false when the row has changed since it was read. */
export async function updateTokens(
  tx: WriteTx,
  { chain, version }: Known,
  tokens: {
    readonly refresh_token: string;
    readonly access_token: string;
    readonly expires_at: Date;
    readonly used_at: Date;
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('platform_tokens')
    .set({ ...tokens, version: version + 1, renewing_until: null, refused_at: null })
    .where((eb) => eb.and({ chain, version }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function updateRefused(tx: WriteTx, { chain, version }: Known, now: Date): Promise<void> {
  await tx
    .updateTable('platform_tokens')
    .set({ refused_at: now, access_token: null, expires_at: null, renewing_until: null })
    .where((eb) => eb.and({ chain, version }))
    .execute();
}

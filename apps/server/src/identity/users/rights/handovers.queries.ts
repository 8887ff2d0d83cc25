import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { type HandedPart, isOpenHandover } from '../../../core/database/schema/handovers.ts';
import { accountOf, isAmong, type StagedLines } from '../../../core/database/schema/stagedLines.ts';

interface InSystem {
  readonly userId: number;
  readonly systemId: number;
}

/** Notes who set the password or the address of somebody else's account. */
export async function storeHandover(
  tx: WriteTx,
  of: { readonly userId: number; readonly part: HandedPart; readonly by: number; readonly now: Date },
): Promise<void> {
  const { userId, part, by, now } = of;
  await tx
    .insertInto('account_handovers')
    .values({ user_id: userId, part, by_id: by, at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'part', 'by_id']).doUpdateSet({ at: now }))
    .execute();
}

/** Forgets what was noted at a moment. */
export async function deleteHandover(
  tx: WriteTx,
  { userId, part, at }: { readonly userId: number; readonly part: HandedPart; readonly at: Date },
): Promise<void> {
  await tx
    .deleteFrom('account_handovers')
    .where((eb) => eb.and({ user_id: userId, part, at }))
    .execute();
}

/**
 * Ends the noted passwords of others after a mailed link has set a password. A note from before the last
 * change of the address stays, since the reader of the link may be the person whom the note names.
 */
export async function endPasswordHandovers(tx: WriteTx, userId: number): Promise<void> {
  await sql`
    delete from account_handovers h using users u
    where u.id = h.user_id and h.user_id = ${userId}::bigint and h.part = 'password'
      and (u.email_changed_at is null or u.email_changed_at < h.at)`.execute(tx);
}

/** Who may learn a person's extra time in a system through their account, without the right to it; the latest last. */
export async function selectOpenHandovers(db: ReadDb, { userId, systemId }: InSystem) {
  const { rows } = await sql<{ part: HandedPart; by: string | null; at: Date }>`
    select h.part, trim(concat(a.first_name, ' ', a.last_name)) as by, h.at
    from account_handovers h left join users a on a.id = h.by_id
    where h.user_id = ${userId}::bigint and ${isOpenHandover(sql`${systemId}::integer`)}
    order by h.at, h.part`.execute(db);
  return rows.map(({ by, ...handover }) => ({ ...handover, by: by || null }));
}

/** Vouches, in a system, for the passwords and addresses that others set until a moment. */
export async function confirmHandovers(tx: WriteTx, { userId, systemId }: InSystem, until: Date) {
  await sql`
    insert into confirmed_handovers as k (user_id, system_id, part, until)
    select ${userId}::bigint, ${systemId}::integer, part, ${until}::timestamptz from unnest(array['password', 'address']) as p (part)
    on conflict (user_id, system_id, part) do update set until = greatest(k.until, excluded.until)`.execute(
    tx,
  );
}

/** Vouches for the addresses of the people to whom a list gives extra time, since the list names these addresses. */
export async function confirmStagedAddresses(
  tx: WriteTx,
  lines: StagedLines,
  { systemId, now }: { readonly systemId: number; readonly now: Date },
): Promise<void> {
  await sql`
    insert into confirmed_handovers as k (user_id, system_id, part, until)
    select distinct u.id, ${systemId}::integer, 'address', ${now}::timestamptz
    from staged_candidates s cross join lateral ${accountOf} u
    where ${isAmong(lines)} and (s.extra_minutes is not null or s.extra_factor is not null)
      and exists (select from account_handovers h where h.user_id = u.id and h.part = 'address')
    on conflict (user_id, system_id, part) do update set until = greatest(k.until, excluded.until)`.execute(
    tx,
  );
}

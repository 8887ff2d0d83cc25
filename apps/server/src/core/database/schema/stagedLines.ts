import { type RawBuilder, sql } from 'kysely';

/** A range of lines of one staged file, small enough for one statement. */
export interface StagedLines {
  readonly stageId: string;
  readonly after: number;
  readonly upTo: number;
}

/** SQL: whether the row `s` of `staged_candidates` is among these lines. */
export function isAmong({ stageId, after, upTo }: StagedLines): RawBuilder<boolean> {
  return sql`s.stage_id = ${stageId}::uuid and s.line > ${after}::integer and s.line <= ${upTo}::integer`;
}

/**
 * SQL: the account of a staged line `s`, as a lateral join by key, so that the cost does not grow with the
 * number of accounts. `offset 0` keeps the planner from scanning the whole table.
 */
export const accountOf = sql`(select * from users where email_key = s.email_key offset 0)`;

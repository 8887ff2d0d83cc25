import { type RawBuilder, sql } from 'kysely';

/** A run of the lines of one file in `staged_candidates`: few enough for one statement. */
export interface StagedLines {
  readonly stageId: string;
  readonly after: number;
  readonly upTo: number;
}

/** The condition on `staged_candidates`, called `s` there. */
export function isAmong({ stageId, after, upTo }: StagedLines): RawBuilder<boolean> {
  return sql`s.stage_id = ${stageId}::uuid and s.line > ${after}::integer and s.line <= ${upTo}::integer`;
}

/**
 * The account of a staged line `s`, for a lateral join: looked up by its key, once for each line, so that a list costs the
 * same however many accounts there are. Without `offset` the planner may walk the whole table beside the lines.
 */
export const accountOf = sql`(select * from users where email_key = s.email_key offset 0)`;

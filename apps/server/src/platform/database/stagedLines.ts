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

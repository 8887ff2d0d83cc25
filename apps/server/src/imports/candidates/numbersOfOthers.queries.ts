import type { Language } from '@guichet/contract/core/language';
import type { Preview } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import type { ReadDb } from '../../core/database/database.ts';
import { outcomes } from '../imports.queries.ts';

type Sample = Preview['numbersOfOthers']['samples'][number];

export interface NumberOfOther extends Omit<Sample, 'name'> {
  /** The person of the system to whom the number belongs. */
  readonly firstName: string;
  readonly lastName: string;
  /** The number of such lines in the whole list. */
  readonly lines: number;
}

/** SQL: the number without leading zeros, which spreadsheets drop, and without blanks, which forms accept. */
const numberKey = (column: string) => sql.raw(`ltrim(lower(replace(${column}, ' ', '')), '0')`);

/**
 * The first lines of a stage whose student number belongs to a person of the system with another address.
 * People of other systems are left out: the reader may not see their names and addresses.
 *
 * A window brings lines and people together, not a join: without statistics of the stage, the planner
 * would join each line with everybody.
 */
export async function selectNumbersOfOthers(
  db: ReadDb,
  of: { stageId: string; systemId: number; examId: number; defaultLanguage: Language; most: number },
): Promise<NumberOfOther[]> {
  const { rows } = await sql<NumberOfOther>`
    with together as (
           select line, email, email_key, outcome, student_number, null::bigint as user_id,
                  ${numberKey('student_number')} as number
           from (${outcomes(of.stageId, of.examId, of.defaultLanguage)}) o
           where student_number is not null and outcome <> 'duplicateInFile'
           union all
           select null, null, null, null, null, u.id, ${numberKey('u.student_number')}
           from users u
           where u.student_number is not null
             and u.id in (select user_id from user_roles where system_id = ${of.systemId}::integer and stated is null)),
         met as (
           select *, array_agg(user_id) filter (where user_id is not null) over (partition by number) as owners
           from together)
    select m.line, m.email, m.outcome, m.student_number as "studentNumber", k.first_name as "firstName",
           k.last_name as "lastName", k.email as "knownEmail", count(*) over () as lines
    from met m cross join lateral (
           select first_name, last_name, email from users
           where id = any(m.owners) and email_key <> m.email_key order by id limit 1) k
    where m.line is not null and m.owners is not null
    order by m.line limit ${of.most}`.execute(db);
  return rows;
}

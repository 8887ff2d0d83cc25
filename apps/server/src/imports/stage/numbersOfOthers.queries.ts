import type { Preview } from '@guichet/contract/imports/imports';
import { sql } from 'kysely';
import type { ReadDb } from '../../core/database/database.ts';
import { type OutcomesOf, outcomes } from './stage.queries.ts';

type Sample = Preview['numbersOfOthers']['samples'][number];

export interface NumberOfOther extends Omit<Sample, 'name'> {
  /** The person of the system to whom the number belongs. */
  readonly firstName: string;
  readonly lastName: string;
  /** The number of such lines among the given lines. */
  readonly lines: number;
}

/** SQL: the number without leading zeros, which spreadsheets drop, and blanks; as in the people's index. */
export const numberKey = (column: string) => sql.raw(`ltrim(lower(replace(${column}, ' ', '')), '0')`);

/**
 * The first of these lines whose student number belongs to a person of the system with another address. People of
 * other systems are left out: the reader may not see their names and addresses.
 */
export async function selectNumbersOfOthers(
  db: ReadDb,
  of: OutcomesOf & { readonly systemId: number; readonly most: number },
): Promise<NumberOfOther[]> {
  // `offset 0`: the planner must not walk through all people by id until one matches.
  const { rows } = await sql<NumberOfOther>`
    select o.line, o.email, o.outcome, o.student_number as "studentNumber", k.first_name as "firstName",
           k.last_name as "lastName", k.email as "knownEmail", count(*) over () as lines
    from (${outcomes(of)}) o cross join lateral (
           select * from (select * from users u where u.student_number is not null
                            and ${numberKey('u.student_number')} = ${numberKey('o.student_number')} offset 0) owner
           where owner.email_key <> o.email_key
             and exists (select from user_roles r where r.user_id = owner.id
                           and r.system_id = ${of.systemId}::integer and r.stated is null)
           order by owner.id limit 1) k
    where o.student_number is not null and o.outcome <> 'duplicateInFile'
    order by o.line limit ${of.most}`.execute(db);
  return rows;
}

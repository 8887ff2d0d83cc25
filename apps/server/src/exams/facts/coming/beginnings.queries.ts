import { among, ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { lastDay } from '../../../core/database/schema/examDays.ts';

/** Whether a system has had people in an exam, and in one that has passed. */
export interface Beginning {
  readonly hasPeople: boolean;
  readonly hasPassed: boolean;
}

// Scalars with a limit end at the first row found, however many exams a system has.
const hasExamWithPeople = (isSuch: string) => `(
  select true from exams c
  where c.system_id = s.id and ${isSuch} and (select true from enrolments where exam_id = c.id limit 1) limit 1) is true`;
const beginnings = (isOfScope: string) =>
  prepare<Beginning & { readonly systemId: number }>(`
  select s.id as "systemId", ${hasExamWithPeople('true')} as "hasPeople",
         ${hasExamWithPeople(`${lastDay('c')} < $1::date`)} as "hasPassed"
  from systems s where ${isOfScope}`);
const beginningsOfAll = beginnings('true');
const beginningsOfSome = beginnings(`s.id = ${among('$2::integer[]')}`);

export async function selectBeginnings(
  db: ReadDb,
  systemIds: TenantScope,
  today: string,
): Promise<ReadonlyMap<number, Beginning>> {
  const rows = await (systemIds === 'all'
    ? ask(db, beginningsOfAll, [today])
    : ask(db, beginningsOfSome, [today, systemIds]));
  return new Map(rows.map(({ systemId, ...beginning }) => [systemId, beginning]));
}

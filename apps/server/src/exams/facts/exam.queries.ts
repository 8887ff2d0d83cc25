import type { ExamFacts } from '@guichet/contract/exams/exams';
import { examFactNames } from '@guichet/contract/exams/exams.facts';
import { sql, type Updateable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import type { TenantScope } from '../../core/database/rowSecurity/rowSecurity.ts';

const columnOf = {
  examDate: 'exam_date',
  titleFr: 'title_fr',
  titleEn: 'title_en',
  startTime: 'start_time',
  endTime: 'end_time',
  endDate: 'end_date',
  placeFr: 'place_fr',
  placeEn: 'place_en',
  placeUrl: 'place_url',
  instructionsFr: 'instructions_fr',
  instructionsEn: 'instructions_en',
} as const satisfies Record<keyof ExamFacts, keyof Schema['exams']>;

type Columns = typeof columnOf;

export const factColumns = examFactNames.map((name) => `c.${columnOf[name]} as ${name}`) as {
  [Name in keyof Columns]: `c.${Columns[Name]} as ${Name}`;
}[keyof Columns][];

/** Facts as columns of `exams`; '' for facts that the form of a new exam leaves out, and for an end on the exam's day. */
export function rowOfFacts(facts: { readonly [Name in keyof ExamFacts]?: string | undefined }) {
  const { examDate = '', endDate = '' } = facts;
  const stated = { ...facts, endDate: endDate > examDate ? endDate : '' };
  return Object.fromEntries(examFactNames.map((name) => [columnOf[name], stated[name] ?? ''])) as {
    [Name in keyof Columns as Columns[Name]]: string;
  };
}

export const numberOfCandidates = sql<number>`(select count(*) from enrolments e where e.exam_id = c.id)`;

/** The number of candidates who do not know the exam as it is, and have an active account. */
const untold = sql<number>`(
  select count(*) from enrolments e join users u on u.id = e.user_id
  where e.exam_id = c.id and u.deactivated_at is null and e.known_facts is not null)`;

/** Whether a mail about the exam of `exams as c` has left to a present candidate. */
export const hasBeenMailed = sql<boolean>`exists (
  select from outgoing_mails o join enrolments e on e.exam_id = o.exam_id and e.user_id = o.user_id
  where o.exam_id = c.id and o.sent_at is not null)`;

export interface OfExam {
  readonly systemId: number;
  readonly examId: number;
}

/** The key of an exam: id or course, in a system or in one of several. */
export type ExamKey = (Pick<OfExam, 'systemId'> | { readonly systemIds: TenantScope }) &
  (Pick<OfExam, 'examId'> | { readonly courseId: string });

/** A cancelled exam counts as absent unless `alsoCancelled`. */
export interface WhichExam {
  readonly alsoCancelled?: boolean;
}

export type ExamRow = NonNullable<Awaited<ReturnType<typeof lockRow>>>;
export type CountedExam = NonNullable<Awaited<ReturnType<typeof findExam>>>;

export function findExam(db: ReadDb, key: ExamKey, which: WhichExam = {}) {
  return examBy(db, key, which)
    .select([
      untold.as('toTell'),
      hasBeenMailed.as('hasBeenMailed'),
      numberOfCandidates.as('numberOfCandidates'),
    ])
    .executeTakeFirst();
}

/** Locks the row until the transaction ends: against changes (`share`), or against other locks too. */
export function lockRow(tx: WriteTx, key: ExamKey, strength: 'share' | 'update', which: WhichExam) {
  const exam = examBy(tx, key, which);
  return (strength === 'share' ? exam.forShare('c') : exam.forUpdate('c')).executeTakeFirst();
}

function examBy(db: ReadDb, key: ExamKey, { alsoCancelled = false }: WhichExam) {
  const systemIds = 'systemId' in key ? [key.systemId] : key.systemIds;
  return db
    .selectFrom('exams as c')
    .select(factColumns)
    .select([
      'c.id',
      'c.system_id as systemId',
      'c.title',
      'c.course_id as courseId',
      'c.version',
      'c.sequence',
      'c.saved_at as savedAt',
      'c.saved_by_name as savedBy',
      'c.texts_behind as textsBehind',
      sql<boolean>`c.deactivated_at is not null`.as('isCancelled'),
    ])
    .where((exam) =>
      'examId' in key ? exam('c.id', '=', key.examId) : exam('c.course_id', '=', key.courseId),
    )
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`c.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .$if(!alsoCancelled, (query) => query.where('c.deactivated_at', 'is', null));
}

/** How many candidates hold the attestation, and when the last one was given; undefined without any. */
export async function selectAttestations(db: ReadDb, { systemId, examId }: OfExam) {
  const { people, lastAt } = await db
    .selectFrom('enrolments')
    .select(({ fn }) => [fn.countAll<number>().as('people'), fn.max('attested_at').as('lastAt')])
    .where((eb) => eb.and({ system_id: systemId, exam_id: examId }))
    .where('attested_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return lastAt ? { people, lastAt } : undefined;
}

interface Change {
  /** Whether the exam's calendar entry changes. */
  readonly isNoted: boolean;
  readonly by: string;
  readonly now: Date;
}

export async function updateFacts(tx: WriteTx, of: OfExam, facts: ExamFacts, change: Change): Promise<void> {
  await updateExam(tx, of, rowOfFacts(facts), change);
}

export async function setTextsBehind(tx: WriteTx, { systemId, examId }: OfExam, names: readonly string[]) {
  await tx
    .updateTable('exams')
    .set({ texts_behind: JSON.stringify(names) })
    .where((eb) => eb.and({ system_id: systemId, id: examId }))
    .execute();
}

/** Marks the exam as cancelled at this time, or as active for null. */
export async function setCancelled(
  tx: WriteTx,
  of: OfExam,
  cancelledAt: Date | null,
  change: Omit<Change, 'isNoted'>,
) {
  await updateExam(tx, of, { deactivated_at: cancelledAt }, { ...change, isNoted: true });
}

async function updateExam(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  row: Updateable<Schema['exams']>,
  { isNoted, by, now }: Change,
): Promise<void> {
  await tx
    .updateTable('exams')
    .set(row)
    .set({ saved_at: now, saved_by_name: by })
    .set((exam) => ({
      version: exam('version', '+', 1),
      ...(isNoted && { sequence: exam('sequence', '+', 1) }),
    }))
    .where((eb) => eb.and({ system_id: systemId, id: examId }))
    .execute();
}

/**
 * Lets calendars take over new ends of candidates with extra time. The SEQUENCE of all candidates rises,
 * which changes nothing in the entries of others and tells nobody whose time it was.
 */
export async function raiseSequence(tx: WriteTx, { systemId, examId }: OfExam): Promise<void> {
  await tx
    .updateTable('exams')
    .set((exam) => ({ sequence: exam('sequence', '+', 1) }))
    .where((eb) => eb.and({ system_id: systemId, id: examId }))
    .execute();
}

export async function updateRule(
  tx: WriteTx,
  { systemId, examId, now }: OfExam & { readonly now: Date },
  passPercent: number,
): Promise<void> {
  await tx
    .updateTable('exams')
    .set({ pass_percent: passPercent, grades_read_at: now })
    .where((eb) => eb.and({ system_id: systemId, id: examId }))
    .execute();
}

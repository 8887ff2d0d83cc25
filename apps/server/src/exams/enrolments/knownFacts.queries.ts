import { type Language, languages } from '@guichet/contract/core/language';
import type { ListValues } from '@guichet/contract/core/listValues';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import { type RawBuilder, sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../core/database/database.ts';
import { joinNames } from '../../identity/users/users.service.ts';
import type { OfExam } from '../facts/facts.service.ts';

/** The facts of an exam that candidates must know. Old rows lack title and instructions, not mailed then. */
export type KnownFacts = Pick<
  ExamFacts,
  'examDate' | 'startTime' | 'endTime' | 'placeFr' | 'placeEn' | 'placeUrl'
> &
  Partial<Pick<ExamFacts, 'endDate' | 'titleFr' | 'titleEn' | 'instructionsFr' | 'instructionsEn'>>;

/**
 * Before `former` changes to `present`: keeps for each candidate the facts they know, unless older known
 * facts are kept already; keeps none where these read like `present` in their language. Also for people whose
 * removal can be undone. `uninformed`: people who know nothing yet, since their mail has not left.
 */
export async function keepKnownFacts(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  of: {
    former: Required<KnownFacts>;
    present: Required<KnownFacts>;
    uninformed: readonly number[];
  },
): Promise<void> {
  const { former, present, uninformed } = of;
  const facts = sql`(select ${JSON.stringify(former)}::jsonb as former, ${JSON.stringify(present)}::jsonb as present) f`;
  // For a fact that is absent from a row, the person knows the former value.
  const outdated = (kept: RawBuilder<unknown>) => {
    const known = sql`(f.former || coalesce(${kept}, '{}'))`;
    return sql`case when ${inLanguage(known)} <> ${inLanguage(sql`f.present`)} then ${known} end`;
  };
  await sql`
    update enrolments e
    set known_facts = ${outdated(sql`e.known_facts`)}
    from users u, ${facts}
    where e.system_id = ${systemId}::integer and e.exam_id = ${examId}::bigint and u.id = e.user_id
      and not e.user_id = any(${uninformed}::bigint[])`.execute(tx);
  await sql`
    update removals r
    set enrolment = jsonb_set(enrolment, '{known_facts}', coalesce(
      ${outdated(sql`nullif(r.enrolment -> 'known_facts', 'null')`)}, 'null'))
    from users u, ${facts}
    where r.system_id = ${systemId}::integer and r.exam_id = ${examId}::bigint and u.id = r.user_id
      and not r.user_id = any(${uninformed}::bigint[])`.execute(tx);
}

const texts = ['title', 'place', 'instructions'] as const;
const textNames = texts.flatMap((text) => [`${text}Fr`, `${text}En`]);

/** Facts as the person `u` reads them: each text in their language, or in the other where theirs has none. */
function inLanguage(facts: RawBuilder<unknown>) {
  const read = texts.flatMap((text) => {
    const given = (language: string) => sql`nullif(${facts} ->> ${sql.lit(`${text}${language}`)}, '')`;
    const [fr, en] = [given('Fr'), given('En')];
    const own = sql`case u.language when 'en' then coalesce(${en}, ${fr}) else coalesce(${fr}, ${en}) end`;
    return [sql.lit(text), own];
  });
  return sql`(${facts} - ${sql.lit(`{${textNames.join(',')}}`)}::text[] || jsonb_build_object(${sql.join(read)}))`;
}

/** The outdated facts that candidates know, each set once, the most widely known first. */
export async function selectKnownFacts(db: ReadDb, { systemId, examId }: OfExam): Promise<KnownFacts[]> {
  const { rows } = await sql<{ facts: KnownFacts }>`
    select known_facts as facts from enrolments
    where system_id = ${systemId}::integer and exam_id = ${examId}::bigint and known_facts is not null
    group by known_facts order by count(*) desc, known_facts`.execute(db);
  return rows.map(({ facts }) => facts);
}

/** The columns of an account `u` that a mail needs. */
const addressee = [
  'u.id',
  'u.first_name as firstName',
  'u.last_name as lastName',
  'u.email',
  'u.language',
  'u.must_choose_password_since as mustChoosePasswordSince',
  sql<boolean>`u.password_hash is not null`.as('hasPassword'),
] as const;

/** Active candidates by name, with the columns that a mail needs, as a query to be narrowed. */
export function activeCandidates(db: ReadDb, { systemId, examId }: OfExam) {
  return db
    .selectFrom('enrolments as e')
    .innerJoin('users as u', 'u.id', 'e.user_id')
    .select(addressee)
    .select(sql<ListValues | null>`e.list_values`.as('listValues'))
    .where((eb) => eb.and({ 'e.system_id': systemId, 'e.exam_id': examId, 'u.deactivated_at': null }))
    .orderBy('u.sort_name')
    .orderBy('u.id');
}

/** The languages of the active candidates, and how many in each know the exam as it is, or are told by their invitation. */
export async function countReaders(db: ReadDb, of: OfExam) {
  const rows = await activeCandidates(db, of)
    .clearSelect()
    .clearOrderBy()
    .select(['u.language', sql<number>`count(*) filter (where e.known_facts is null)`.as('informed')])
    .groupBy('u.language')
    .execute();
  const informedIn = (language: Language) => rows.find((row) => row.language === language)?.informed ?? 0;
  return {
    readers: languages.filter((language) => rows.some((row) => row.language === language)),
    informed: { fr: informedIn('fr'), en: informedIn('en') },
  };
}

const awaitingMost = 3;

/** How many active candidates get the exam as it is by an invitation that has not left, and the first of them; null without any. */
export async function findAwaiting(db: ReadDb, of: OfExam) {
  const people = await activeCandidates(db, of)
    .where('e.known_facts', 'is', null)
    .where(sql<boolean>`exists (
      select from outgoing_mails o join mailings m on m.id = o.mailing_id and m.purpose = 'invitation'
      where o.exam_id = e.exam_id and o.user_id = e.user_id and o.state in ('queued', 'waiting'))`)
    .clearSelect()
    .select([
      'u.first_name as firstName',
      'u.last_name as lastName',
      sql<number>`count(*) over ()`.as('people'),
    ])
    .limit(awaitingMost)
    .execute();
  return people[0] ? { people: people[0].people, names: people.map(joinNames) } : null;
}

/** The active candidates who know these facts of the exam; null for all. */
export function selectCandidatesToTell(db: ReadDb, of: OfExam, known: KnownFacts | null) {
  const candidates = activeCandidates(db, of);
  if (known === null) return candidates.execute();
  return candidates.where(sql<boolean>`e.known_facts = ${JSON.stringify(known)}::jsonb`).execute();
}

/**
 * The people among these to whom a mail about the exam, with a key that begins with `keyPrefix`, has left,
 * with the columns that a mail needs; they may have left the exam.
 */
export function selectMailed(
  db: ReadDb,
  { systemId, examId }: OfExam,
  userIds: readonly number[],
  keyPrefix = '',
) {
  return db
    .selectFrom('users as u')
    .select(addressee)
    .where(sql<boolean>`u.id = any(${userIds}::bigint[])`)
    .where('u.deactivated_at', 'is', null)
    .where(sql<boolean>`exists (
      select from outgoing_mails o
      where o.system_id = ${systemId}::integer and o.exam_id = ${examId}::bigint and o.user_id = u.id
        and starts_with(o.key, ${keyPrefix}) and (o.sent_at is not null or o.state = 'sending'))`)
    .orderBy('u.sort_name')
    .orderBy('u.id')
    .execute();
}

export async function setInformed(
  tx: WriteTx,
  { systemId, examId }: OfExam,
  userIds: readonly number[] | 'all' = 'all',
): Promise<void> {
  const isMeant = userIds === 'all' ? sql`true` : sql`user_id = any(${userIds}::bigint[])`;
  await sql`
    update enrolments set known_facts = null
    where system_id = ${systemId}::integer and exam_id = ${examId}::bigint and known_facts is not null and ${isMeant}`.execute(
    tx,
  );
}

/** Notes that the addressees of these invitations know the exam as it is. */
export async function setInformedBy(tx: WriteTx, mailIds: readonly number[]): Promise<void> {
  await sql`
    update enrolments e set known_facts = null
    from outgoing_mails o join mailings m on m.id = o.mailing_id and m.purpose = 'invitation'
    where o.id = any(${mailIds}::bigint[]) and e.exam_id = o.exam_id and e.user_id = o.user_id
      and e.known_facts is not null`.execute(tx);
}

import { mostFoundExams } from '@guichet/contract/exams/exams.list';
import { sql } from 'kysely';
import type { ReadDb } from '../../../core/database/database.ts';
import { foldedText, likePattern } from '../../../core/database/foldedText.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { endsFrom } from '../../../core/database/schema/examDays.ts';

const searched = foldedText(sql<string>`concat_ws(' ', c.title_fr, c.title_en, c.exam_date, c.course_id)`);

/** The exams that have each of these folded words; active ones first, then by their distance from `today`. */
export function selectFoundExams(
  db: ReadDb,
  systemIds: TenantScope,
  { words, today }: { words: readonly string[]; today: string },
) {
  return db
    .selectFrom('exams as c')
    .select(['c.id as examId', 'c.system_id as systemId', 'c.exam_date as date', 'c.end_date as lastDay'])
    .select([
      sql<string>`coalesce(nullif(c.title_fr, ''), c.title_en)`.as('fr'),
      sql<string>`coalesce(nullif(c.title_en, ''), c.title_fr)`.as('en'),
      sql<boolean>`c.deactivated_at is not null`.as('isCancelled'),
    ])
    .$if(systemIds !== 'all', (query) =>
      query.where(sql<boolean>`c.system_id = any(${systemIds as readonly number[]}::integer[])`),
    )
    .where((row) => row.and(words.map((word) => sql<boolean>`${searched} like ${likePattern(word)}`)))
    .orderBy(sql`c.deactivated_at is not null`)
    .orderBy(sql`not ${endsFrom('c', today)}`)
    .orderBy(sql`abs(c.exam_date - ${today}::date)`)
    .orderBy('c.id')
    .limit(mostFoundExams)
    .execute();
}

// Made from the database by `npm run schema`: change a migration, not this file.
import type { Row } from './row.ts';

export interface BuiltinTables {
  builtin_courses: Row<
    | 'id number!, organisation number, code text, title text, exam_date text, created_at moment'
    | 'cancelled_at moment?, title_en text='
  >;
  builtin_enrolments: Row<'course_id number, user_id number, enrolled_at moment'>;
  builtin_entries: Row<
    | 'id text, organisation number, user_key text, full_name text, language text, is_staff boolean'
    | 'course_code text?, expires_at moment, used_at moment?, opened_by text?'
  >;
  builtin_grades: Row<'course_id number, user_id number, points number, given_at moment, given_by text'>;
  builtin_sessions: Row<
    | 'token_hash bytes, organisation number, user_key text, full_name text, is_staff boolean'
    | 'expires_at moment, opened_by text?'
  >;
  builtin_users: Row<'id number!, organisation number, key text, full_name text, sort_name text, email text'>;
}

import type { Language } from '@guichet/contract/core/language';
import type { Generated, GeneratedAlways } from 'kysely';

interface VisitorColumns {
  organisation: number;
  user_key: string;
  full_name: string;
  is_staff: boolean;
  /** The portal session from which the visit was opened. */
  opened_by: string | null;
  expires_at: Date;
}

/** The platform's tables; they have no relation to the portal's. Where it is mounted, types hold them to the database. */
export interface PlatformTables {
  builtin_courses: {
    id: GeneratedAlways<number>;
    organisation: number;
    code: string;
    title: string;
    title_en: Generated<string>;
    exam_date: string;
    created_at: Date;
    cancelled_at: Date | null;
  };
  builtin_users: {
    id: GeneratedAlways<number>;
    organisation: number;
    key: string;
    full_name: string;
    sort_name: string;
    email: string;
  };
  builtin_enrolments: {
    course_id: number;
    user_id: number;
    enrolled_at: Date;
  };
  builtin_grades: {
    course_id: number;
    user_id: number;
    /** Out of 100. */
    points: number;
    given_at: Date;
    given_by: string;
  };
  builtin_entries: {
    id: string;
    language: Language;
    course_code: string | null;
    used_at: Date | null;
  } & VisitorColumns;
  builtin_sessions: { token_hash: Buffer } & VisitorColumns;
}

import type { platformStates } from '@guichet/contract/learning/learning.states';
import type { ColumnType, Generated } from 'kysely';
import type { JobColumns } from './jobColumns.ts';
import type { Json } from './json.ts';

type PlatformState = (typeof platformStates)[number];

type PlatformJobColumns = JobColumns<PlatformState> & {
  /** What `last_error` says, as a code with its parameters; null where it has none. */
  last_remark: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
};

export interface LearningSchema {
  platform_accounts: {
    id: Generated<number>;
    /** A platform, or a system on the built-in one. */
    site: string;
    /** Also of somebody whom the portal has deleted since. */
    user_id: number;
    /** What the account bears on the platform. */
    key: string;
    /** The platform's own id of it; null until there is one. */
    external_id: string | null;
    /** `old`: under the number of a row, and not read back yet; `adopted`: read back; `joined`: not the portal's own. */
    origin: 'new' | 'made' | 'old' | 'adopted' | 'joined';
    /** How it signs in there, as it was seen first. */
    authentication: string | null;
    /** Why nobody uses it until a super admin has decided. */
    doubt: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
    changed_at: Date;
  };
  platform_courses: {
    system_id: number;
    course_id: string;
    title: string;
    title_en: Generated<string>;
    exam_date: string;
    external_id: string | null;
    semester_id: number | null;
    /** The platform where it is made; null: that of the settings in the environment. */
    platform_id: Generated<number | null>;
    version: Generated<number>;
    cancelled_at: Date | null;
    /** Somebody asked for what the job does, who saw how the course differs. */
    is_repair: Generated<boolean>;
    /** Rows of its comparisons that somebody had repaired so far. */
    repaired: Generated<number>;
    /** The quizzes are opened to all candidates in the hours of the exam. */
    sets_dates: Generated<boolean>;
    /** Hours that the exam had since, by which what the portal has set is known again. */
    former_hours: Generated<Json>;
  } & PlatformJobColumns;
  platform_readings: {
    system_id: number;
    course_id: string;
    version: Generated<number>;
    read_at: Date | null;
    findings: Json | null;
    /** Rows that differ, by list. */
    course: Generated<number>;
    missing: Generated<number>;
    strangers: Generated<number>;
    changed: Generated<number>;
    /** Among those of the course: quizzes that are shut in the hours of the exam. */
    shut: Generated<number>;
    /** Ids of the platform of people whom somebody asked to take off the course. */
    removals: ColumnType<readonly string[], string | undefined, string>;
  } & PlatformJobColumns;
  platform_extra_times: {
    system_id: number;
    course_id: string;
    platform_user_id: string;
    version: Generated<number>;
    /** Quizzes of the course with a time limit, and those of them where it was read back; null before, or where none is set. */
    quizzes: Generated<number | null>;
    in_place: Generated<number | null>;
    read_at: Generated<Date | null>;
    /** The course has been on another platform, where it may still be set. */
    was_moved: Generated<boolean>;
    /** The platform is told of the dates of quizzes alone. */
    dates_alone: Generated<boolean>;
  } & PlatformJobColumns;
  platform_enrolments: {
    system_id: number;
    course_id: string;
    platform_user_id: string;
    user_id: number;
    wanted: 'in' | 'out';
    version: Generated<number>;
    /** When the platform last confirmed it. */
    done_at: Generated<Date | null>;
    /** Somebody asked for what the job does, who saw how she differs on the platform. */
    is_repair: Generated<boolean>;
    /** The enrolment stands there: only name and address of the account are to be set. */
    only_account: Generated<boolean>;
  } & PlatformJobColumns;
}

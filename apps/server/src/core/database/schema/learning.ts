import type { platformStates } from '@guichet/contract/learning/learning.states';
import type { ColumnType, Generated } from 'kysely';
import type { JobColumns } from './jobColumns.ts';
import type { Json } from './json.ts';

type PlatformState = (typeof platformStates)[number];

type PlatformJobColumns = JobColumns<PlatformState> & {
  /** `last_error` as a code with its parameters; null where there is no code. */
  last_remark: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
};

export interface LearningSchema {
  platform_accounts: {
    id: Generated<number>;
    /** The platform, or the system on the built-in platform. */
    site: string;
    /** The id stays when the portal deletes the person. */
    user_id: number;
    /** The key that the account has on the platform. */
    key: string;
    /** The account's id on the platform; null until the platform has given an id. */
    external_id: string | null;
    /** `old`: named by a row's number, not read back; `adopted`: read back; `joined`: made by others. */
    origin: 'new' | 'made' | 'old' | 'adopted' | 'joined';
    /** How the account signs in on the platform, as first seen. */
    authentication: string | null;
    /** Why nobody uses the account until a super admin has decided. */
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
    /** The platform of the course; null: the platform in the environment's settings. */
    platform_id: Generated<number | null>;
    version: Generated<number>;
    cancelled_at: Date | null;
    /** Somebody saw how the course differs and asked for this job. */
    is_repair: Generated<boolean>;
    /** The number of rows of the course's comparisons that were repaired so far. */
    repaired: Generated<number>;
    /** The quizzes are opened to all candidates during the hours of the exam. */
    sets_dates: Generated<boolean>;
    /** Former hours of the exam, by which the portal recognises the dates that it has set. */
    former_hours: Generated<Json>;
  } & PlatformJobColumns;
  platform_readings: {
    system_id: number;
    course_id: string;
    version: Generated<number>;
    read_at: Date | null;
    findings: Json | null;
    /** The number of rows that differ, in each list. */
    course: Generated<number>;
    missing: Generated<number>;
    strangers: Generated<number>;
    changed: Generated<number>;
    /** Counted in `course` too: quizzes that are shut during the hours of the exam. */
    shut: Generated<number>;
    /** The platform's ids of people whom somebody asked to take off the course. */
    removals: ColumnType<readonly string[], string | undefined, string>;
  } & PlatformJobColumns;
  platform_extra_times: {
    system_id: number;
    course_id: string;
    platform_user_id: string;
    version: Generated<number>;
    /** Quizzes with a time limit, and how many were read back; null before, or without extra time. */
    quizzes: Generated<number | null>;
    in_place: Generated<number | null>;
    read_at: Generated<Date | null>;
    /** The course has been on another platform, where the time may still be set. */
    was_moved: Generated<boolean>;
    /** Only the dates of quizzes are sent to the platform. */
    dates_alone: Generated<boolean>;
  } & PlatformJobColumns;
  platform_enrolments: {
    system_id: number;
    course_id: string;
    platform_user_id: string;
    user_id: number;
    wanted: 'in' | 'out';
    version: Generated<number>;
    /** When the platform last confirmed the enrolment. */
    done_at: Generated<Date | null>;
    /** Somebody saw how the person differs on the platform and asked for this job. */
    is_repair: Generated<boolean>;
    /** The enrolment is on the platform: the job only sets the account's name and address. */
    only_account: Generated<boolean>;
  } & PlatformJobColumns;
}

import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** One of them is null. */
interface ExtraTimeColumns {
  minutes: number | null;
  factor: number | null;
}

/** Tables of `cohorts/`: exams, who is in them, and what came of it. */
export interface CohortsSchema {
  cohorts: {
    id: GeneratedAlways<number>;
    system_id: number;
    /** The French title, or the English one where that alone is given. */
    title: GeneratedAlways<string>;
    title_fr: Generated<string>;
    title_en: Generated<string>;
    exam_date: string;
    /** `hh:mm` in the university's zone; '' for none, as all of its texts. */
    start_time: Generated<string>;
    end_time: Generated<string>;
    place_fr: Generated<string>;
    place_en: Generated<string>;
    place_url: Generated<string>;
    instructions_fr: Generated<string>;
    instructions_en: Generated<string>;
    course_id: string;
    created_at: Date;
    deactivated_at: Date | null;
    /** The request id of the form that created it. */
    request_id: string | null;
    /** Rises with each change of the exam. */
    version: Generated<number>;
    /** SEQUENCE of its calendar entry: rises with day, hours, place, title and state. */
    sequence: Generated<number>;
    saved_at: Date | null;
    saved_by_name: string | null;
    /** The least share of the points that passes, as it was set when grades were last read. */
    pass_percent: number | null;
    grades_read_at: Date | null;
  };
  course_grades: {
    system_id: number;
    cohort_id: number;
    user_id: number;
    points: number | null;
    out_of: number | null;
    /** What the platform had said before, until `changed_at`. */
    points_before: number | null;
    out_of_before: number | null;
    changed_at: Date | null;
  };
  enrolments: {
    system_id: number;
    cohort_id: number;
    user_id: number;
    learning_platform_id: string;
    import_id: string | null;
    enrolled_at: Date;
    /** Title, day, hours, place and instructions as she last learned them, while these differ from the present ones. */
    known_facts: Generated<Json | null>;
    /** When the exam was marked as attended with success. */
    attested_at: Date | null;
    /** Whether she has ever signed in, kept by triggers; null is no. */
    signed_in: Generated<boolean | null>;
  };
  extra_times: {
    system_id: number;
    cohort_id: number;
    user_id: number;
  } & ExtraTimeColumns;
  removed_extra_times: {
    id: string;
    system_id: number;
    user_id: number;
  } & ExtraTimeColumns;
  removals: {
    id: string;
    system_id: number;
    cohort_id: number;
    user_id: number;
    moved_to: number | null;
    enrolment: Json;
    mails: Json;
    removed_at: Date;
  };
}

import type { Generated, GeneratedAlways } from 'kysely';
import type { Json } from './json.ts';

/** Exactly one column is null. */
interface ExtraTimeColumns {
  minutes: number | null;
  factor: number | null;
}

/** Tables of `cohorts/`: exams, their candidates and the results. */
export interface CohortsSchema {
  cohorts: {
    id: GeneratedAlways<number>;
    system_id: number;
    /** The French title, or the English title if there is no French. */
    title: GeneratedAlways<string>;
    title_fr: Generated<string>;
    title_en: Generated<string>;
    exam_date: string;
    /** `hh:mm` in the university's zone. In this and all texts of the exam, '' stands for none. */
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
    /** The request id of the form that created the exam. */
    request_id: string | null;
    /** Rises with each change of the exam. */
    version: Generated<number>;
    /** SEQUENCE of the calendar entry: rises when day, hours, place, title or state change. */
    sequence: Generated<number>;
    saved_at: Date | null;
    saved_by_name: string | null;
    /** The share of the points that passes, as set when the grades were last read. */
    pass_percent: number | null;
    grades_read_at: Date | null;
  };
  course_grades: {
    system_id: number;
    cohort_id: number;
    user_id: number;
    points: number | null;
    out_of: number | null;
    /** The platform's former grade, which held until `changed_at`. */
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
    /** The candidate's last known title, day, hours, place and instructions; null while up to date. */
    known_facts: Generated<Json | null>;
    /** When somebody marked that the candidate attended the exam with success. */
    attested_at: Date | null;
    /** Whether the person has ever signed in; triggers keep this; null means no. */
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

import type { Role } from '@guichet/contract/core/access';
import type { Language } from '@guichet/contract/core/language';
import type { mailStates, platformStates } from '@guichet/contract/users';
import type { PersonText } from '@guichet/contract/users.personTexts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { BuiltinPlatformSchema } from './builtinPlatform.ts';
import type { CandidateSchema } from './candidate.ts';
import type { ContentSchema } from './content.ts';
import type { FactorsSchema } from './factors.ts';
import type { ImportsSchema } from './imports.ts';
import type { JobColumns } from './jobColumns.ts';
import type { Json } from './json.ts';
import type { RemindersSchema } from './reminders.ts';
import type { SessionsSchema } from './sessions.ts';

export type MailState = (typeof mailStates)[number];
/** Without those that are shown only, see `shownMailState`. */
export type StoredMailState = Exclude<MailState, 'planned' | 'delayed' | 'bounced'>;
export type PlatformState = (typeof platformStates)[number];

/** The column name of a property: `student_number` for `studentNumber`. */
export type ColumnOf<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : '';

/** The tables as the migrations leave them. Dates are `yyyy-mm-dd`, bigints plain numbers. */
export interface Schema
  extends BuiltinPlatformSchema,
    CandidateSchema,
    ContentSchema,
    FactorsSchema,
    RemindersSchema,
    ImportsSchema,
    SessionsSchema {
  systems: {
    id: number;
    slug: string;
    name: string;
    course_prefix: string;
    student_role: string;
    landing: 'bare' | 'byLanguage';
    template_id: number | null;
    semester_id: number | null;
    email_from: string | null;
    email_from_name: string | null;
    created_at: Date;
  };
  users: {
    id: GeneratedAlways<number>;
    email: string;
    email_key: string;
    first_name: string;
    last_name: string;
    sort_name: string;
    search_text: string;
    language: Language;
    full_name_key: GeneratedAlways<string>;
    profession_key: string | null;
    wants_newsletter: Generated<boolean>;
    email_confirmed_at: Date | null;
    /** When the address was last corrected; links mailed before that are void. */
    email_changed_at: Date | null;
    password_hash: string | null;
    must_choose_password_since: Date | null;
    /** When the current password was mailed; until it is changed almost every endpoint is refused. */
    password_mailed_at: Date | null;
    /** Since when only a mailed link opens the account. */
    link_due_since: Date | null;
    deactivated_at: Date | null;
    locked_at: Date | null;
    locked_by: number | null;
    locked_by_name: string | null;
    sessions_ended_at: Date | null;
    last_visit_at: Date | null;
    created_at: Date;
  } & { [Name in PersonText as ColumnOf<Name>]: string | null };
  user_roles: {
    user_id: number;
    system_id: number | null;
    role: Role;
    granted_at: Date;
  };
  user_changes: {
    id: GeneratedAlways<number>;
    xid: Generated<string>;
    first_id: number;
    last_id: number;
    changed_at: Generated<Date>;
  };
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
    /** Day, hours and place as the candidates last learned them, while these differ from the present ones. */
    announced: Json | null;
  };
  enrolments: {
    system_id: number;
    cohort_id: number;
    user_id: number;
    learning_platform_id: string;
    import_id: string | null;
    enrolled_at: Date;
    /** When the exam was marked as attended with success. */
    attested_at: Date | null;
  };
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
  mailings: {
    id: GeneratedAlways<number>;
    system_id: number | null;
    purpose: string;
    language: Language;
    from_address: string;
    from_name: string;
    subject: string;
    html: string;
    text: string;
    attachment_id: number | null;
    variables: Json;
    created_at: Date;
  };
  outgoing_mails: {
    id: GeneratedAlways<number>;
    mailing_id: number;
    system_id: number | null;
    cohort_id: number | null;
    user_id: number | null;
    key: string;
    recipient: string;
    recipient_name: string;
    variables: Json;
    queued_at: Date;
    sent_at: Date | null;
    /** The moment for which somebody planned it; null: due when it was queued. */
    planned_for: Date | null;
    /** When the link to a password in it was first opened. */
    link_opened_at: Generated<Date | null>;
    /** What the recipient's mail server reported after it had taken the mail; null: nothing. */
    delivery: 'delayed' | 'delivered' | 'failed' | null;
    delivery_reported_at: Date | null;
    /** A stored failure, as `last_error`. */
    delivery_reason: string | null;
  } & JobColumns<StoredMailState>;
  /** At most one row. */
  return_path_readings: { id: number } & JobColumns<'queued' | 'reading' | 'waiting' | 'failed'>;
  return_path_counts: {
    outcome: string;
    messages: number;
  };
  platform_courses: {
    system_id: number;
    course_id: string;
    title: string;
    exam_date: string;
    external_id: string | null;
    version: Generated<number>;
    cancelled_at: Date | null;
  } & JobColumns<PlatformState>;
  platform_enrolments: {
    system_id: number;
    course_id: string;
    platform_user_id: string;
    user_id: number;
    wanted: 'in' | 'out';
    version: Generated<number>;
    /** When the platform last confirmed it. */
    done_at: Generated<Date | null>;
  } & JobColumns<PlatformState>;
  setup_steps: {
    step: 'mailServer' | 'learningPlatform' | 'closed';
    done_at: Date;
    /** The key of the test mail, or the name of the platform that answered. */
    reference: string;
  };
  /** At most one row. */
  outgoing_holds: {
    held_at: Date;
    backup_made_at: Date;
  };
  destination_outages: {
    destination: string;
    since: Date;
    seen_at: Date;
    reason: string;
  };
  audit_lines: {
    id: GeneratedAlways<number>;
    at: Date;
    actor_id: number | null;
    actor_name: string;
    impersonated_id: number | null;
    impersonated_name: string | null;
    system_id: number | null;
    action: string;
    subject: string | null;
    detail: Json;
  };
  key_fingerprints: {
    name: string;
    fingerprint: Buffer;
  };
}

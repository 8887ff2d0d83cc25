import type { Role } from '@guichet/contract/core/access';
import type { Language } from '@guichet/contract/core/language';
import type { PersonText } from '@guichet/contract/core/personTexts';
import type { platformStates } from '@guichet/contract/learning/learning.states';
import type { mailStates } from '@guichet/contract/mail/outbox.states';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BuiltinPlatformSchema } from './builtinPlatform.ts';
import type { CandidateSchema } from './candidate.ts';
import type { CohortsSchema } from './cohorts.ts';
import type { ContentSchema } from './content.ts';
import type { FactorsSchema } from './factors.ts';
import type { HandoversSchema } from './handovers.ts';
import type { ImportsSchema } from './imports.ts';
import type { JobColumns } from './jobColumns.ts';
import type { Json } from './json.ts';
import type { LearningSchema } from './learning.ts';
import type { RemindersSchema } from './reminders.ts';
import type { SessionsSchema } from './sessions.ts';
import type { SystemsSchema } from './systems.ts';
import type { TokensSchema } from './tokens.ts';

export type MailState = (typeof mailStates)[number];
/** The states in the database; `shownMailState` derives the others. */
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
    CohortsSchema,
    ContentSchema,
    FactorsSchema,
    HandoversSchema,
    LearningSchema,
    RemindersSchema,
    ImportsSchema,
    SessionsSchema,
    SystemsSchema,
    TokensSchema {
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
    /** When the address was last corrected; links from before are void. */
    email_changed_at: Date | null;
    password_hash: string | null;
    must_choose_password_since: Date | null;
    /** When the current password was mailed; until the person changes it, most endpoints refuse them. */
    password_mailed_at: Date | null;
    /** Who set the password; null once the owner chooses a password through a mailed link. */
    password_given_by: number | null;
    /** Since when only a mailed link opens the account. */
    link_due_since: Date | null;
    deactivated_at: Date | null;
    locked_at: Date | null;
    locked_by: number | null;
    locked_by_name: string | null;
    sessions_ended_at: Date | null;
    feeds_ended_at: Date | null;
    /** The time stays when the role is taken away. */
    first_super_admin_at: Generated<Date | null>;
    last_visit_at: Date | null;
    created_at: Date;
  } & { [Name in PersonText as ColumnOf<Name>]: string | null };
  user_roles: {
    user_id: number;
    system_id: number | null;
    role: Role;
    granted_at: Date;
    /** The system's claims about a guest (identity/users/guests); null for a person whom the system knows. */
    stated: Json | null;
    told_at: Date | null;
  };
  user_rights: {
    user_id: number;
    system_id: number;
    name: 'extraTime';
    granted_at: Date;
  };
  user_changes: {
    id: GeneratedAlways<number>;
    xid: Generated<string>;
    first_id: number;
    last_id: number;
    changed_at: Generated<Date>;
  };
  saved_views: {
    id: GeneratedAlways<number>;
    user_id: number;
    list: string;
    name: string;
    /** The parameters of the page address that the view restores. */
    query: string;
    saved_at: Date;
  };
  mailings: {
    id: GeneratedAlways<number>;
    system_id: number | null;
    purpose: string;
    language: Language;
    from_address: string;
    from_name: string;
    reply_to: string | null;
    logo_id: number | null;
    subject: string;
    html: string;
    text: string;
    attachment_id: number | null;
    variables: Json;
    /** Subject, body and preheader of a text about an exam, before the layout; null for other texts. */
    source: Json | null;
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
    /** The moment for which somebody planned the mail; null: due when queued. */
    planned_for: Date | null;
    /** When somebody first opened the link to a password in the mail. */
    link_opened_at: Generated<Date | null>;
    /** The report of the recipient's mail server after it had accepted the mail; null: no report. */
    delivery: 'delayed' | 'delivered' | 'failed' | null;
    delivery_reported_at: Date | null;
    /** A stored failure, like `last_error`. */
    delivery_reason: string | null;
  } & JobColumns<StoredMailState>;
  /** At most one row. */
  return_path_readings: {
    id: number;
    message_uid: Generated<number | null>;
    message_tries: Generated<number>;
  } & JobColumns<'queued' | 'reading' | 'waiting' | 'failed'>;
  return_path_counts: {
    outcome: string;
    messages: number;
  };
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
    /** The reason as a code with its parameters; null where there is no code. */
    remark: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
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

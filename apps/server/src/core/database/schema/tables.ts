// Made from the database by `npm run schema`: change a migration, not this file.
import type { Generated } from 'kysely';
import type { Row } from './row.ts';

export interface Tables {
  account_handovers: Row<'user_id number, by_id number, at moment'> & { part: 'password' | 'address' };
  account_tokens: Row<
    | 'id text, user_id number, issued_at moment, expires_at moment, used_at moment?, new_email text?'
    | 'asked_by number?'
  > & { purpose: 'resetPassword' | 'confirmEmail' };
  attachments: Row<
    'id number!, system_id number, file_name text' | 'content_type text, bytes bytes, uploaded_at moment'
  >;
  audit_line_exams: Row<'exam_id number, line_id number'>;
  audit_line_people: Row<'user_id number, line_id number'>;
  audit_lines: Row<
    | 'id number!, at moment, actor_id number?, actor_name text, impersonated_id number?, system_id number?'
    | 'action text, subject text?, detail json, impersonated_name text?'
  >;
  banners: Row<
    | 'system_id number, version text, content_type text, width number, height number, alt_fr text'
    | 'alt_en text, bytes bytes, uploaded_at moment'
  >;
  broadcast: Row<
    | 'id number, text_fr text, text_en text, starts_at moment?, ends_at moment?, version number'
    | 'changed_at moment'
  >;
  calendar_feeds: Row<'user_id number, feed_id text, made_at moment'>;
  confirmed_handovers: Row<'user_id number, system_id number, until moment'> & {
    part: 'password' | 'address';
  };
  content_items: Row<'system_id number, label text, content text, updated_at moment'> & {
    language: 'fr' | 'en';
  };
  content_versions: Row<
    | 'id number!, system_id number, label text, content text?, saved_at moment, saved_by number?'
    | 'saved_by_name text'
  > & { language: 'fr' | 'en' };
  correction_requests: Row<
    | 'id number!, system_id number, user_id number, field text, request text, asked_at moment, note text='
    | 'answered_at moment?, answered_by_name text?, asked_by_name text?, passed_on_at moment?'
    | 'passed_on_by_name text?, exam_id number?, wanted_exam_id number?'
  > & { outcome: 'answered' | 'declined' | null };
  course_grades: Row<
    | 'system_id number, exam_id number, user_id number, points number?, out_of number?'
    | 'points_before number?, out_of_before number?, changed_at moment?'
  >;
  destination_outages: Row<'destination text, since moment, seen_at moment, reason text, remark json?'>;
  enrolments: Row<
    | 'system_id number, exam_id number, user_id number, learning_platform_id text, import_id text?'
    | 'enrolled_at moment, attested_at moment?, signed_in boolean?, known_facts json?, list_values json?'
    | 'list_values_corrected_at moment?, presence_at moment?, presence_by number?'
  > & { presence: 'present' | 'absent' | null };
  exams: Row<
    | 'id number!, system_id number, title_fr text=, exam_date text, course_id text, created_at moment'
    | 'deactivated_at moment?, request_id text?, title_en text=, start_time text=, end_time text='
    | 'place_fr text=, place_en text=, place_url text=, instructions_fr text=, instructions_en text='
    | 'version number=, sequence number=, saved_at moment?, saved_by_name text?, announced json?'
    | 'title text!, pass_percent number?, grades_read_at moment?, end_date text=, texts_behind json='
  >;
  extra_time_changes: Row<
    | 'id number!, system_id number, exam_id number, user_id number, changed_at moment, changed_by number?'
    | 'changed_by_name text'
  > & { change: 'given' | 'changed' | 'removed' };
  extra_times: Row<'system_id number, exam_id number, user_id number, minutes number?, factor number?'>;
  factor_challenges: Row<
    | 'token_hash bytes, user_id number?, session_id text?, wrong_answers number=, issued_at moment'
    | 'expires_at moment, used_at moment?, signed_in_by json?'
  > & { purpose: 'secondFactor' | 'passkeySignIn' | 'newPasskey' | 'proof' };
  identity_providers: Row<
    | 'id text, issuer text, client_id text?, encrypted_secret text?, label_fr text, label_en text'
    | 'domains json, system_ids json?, trusts_factor boolean, disabled_at moment?, version number='
    | 'changed_at moment, metadata text?, subject_attribute text?, groups_claim text?, group_roles json='
    | 'lti json?, last_refusal json?, last_groups json?'
  > & { kind: Generated<'openid' | 'saml' | 'lti'> };
  import_people: Row<
    | 'import_id text, system_id number, user_id number, line number, placed boolean, gave_role boolean'
    | 'account_hash text?, corrected json?'
  >;
  import_progress: Row<
    | 'import_id text, user_id number, phase text, rows number, share number, imported number?'
    | 'updated_at moment'
  >;
  imports: Row<
    | 'id text, system_id number, exam_id number, started_by number?, file_name text, file_sha256 bytes'
    | 'send_email boolean, rows number, placed number, finished_at moment, started_by_name text?'
    | 'accounts number?, already_there number?, mails number?, undone_at moment?, undone_by_name text?'
    | 'undone_counts json?, sheets json?, corrected number?, taken_out number?, set_aside number?'
  >;
  key_fingerprints: Row<'name text, fingerprint bytes'>;
  learning_platforms: Row<
    | 'id number!, name text, kind text, address text, encrypted_credentials text, semester_id number?'
    | 'template_id number?, student_role number, call_seconds number, copy_seconds number, version number='
    | 'changed_at moment, removed_at moment?'
  >;
  linked_identities: Row<
    | 'id text, issuer text, subject text, user_id number, account_name text, linked_at moment'
    | 'last_used_at moment?'
  > & { proof: 'mail' | 'signIn' };
  list_layouts: Row<'system_id number, layout_key text, columns json, used_at moment, sheets json?'>;
  mail_logos: Row<
    'id number!, system_id number, width number' | 'height number, bytes bytes, uploaded_at moment'
  > & { content_type: 'image/png' | 'image/jpeg' };
  mailings: Row<
    | 'id number!, system_id number?, purpose text, from_address text, from_name text, subject text'
    | 'html text, text text, attachment_id number?, variables json, created_at moment, reply_to text?'
    | 'logo_id number?, source json?'
  > & { language: 'fr' | 'en' };
  message_versions: Row<
    | 'id number!, system_id number, subject text, body text, attachment_id number?, saved_at moment'
    | 'saved_by number?, saved_by_name text, preheader text=, exam_id number?'
  > & { language: 'fr' | 'en'; kind: Generated<'invitation' | 'reminder'> };
  messages: Row<
    | 'system_id number, subject text, body text, attachment_id number?, updated_at moment, preheader text='
    | 'compared_to moment?, exam_id number?'
  > & { language: 'fr' | 'en'; kind: Generated<'invitation' | 'reminder'> };
  one_time_tokens: Row<
    | 'token_hash bytes, session_id text, audience text?, issued_at moment, expires_at moment'
    | 'used_at moment?'
  > & { purpose: 'handOff' | 'sendEmailTest' };
  outgoing_holds: Row<'is_only boolean=, held_at moment, backup_made_at moment'>;
  outgoing_mails: Row<
    | 'id number!, mailing_id number, system_id number?, exam_id number?, user_id number?, key text'
    | 'recipient text, recipient_name text, variables json, attempts number=, next_try_at moment'
    | 'leased_until moment?, leased_by text?, queued_at moment, sent_at moment?, last_error text?'
    | 'planned_for moment?, delivery_reported_at moment?, delivery_reason text?, link_opened_at moment?'
    | 'answers json=, recipient_key text?'
  > & {
    state: 'queued' | 'sending' | 'waiting' | 'sent' | 'failed' | 'cancelled';
    delivery: 'delayed' | 'delivered' | 'failed' | 'filed' | null;
  };
  passkeys: Row<
    | 'id number!, user_id number, credential_id text, public_key bytes, counter number, transports text'
    | 'name text, added_at moment, last_used_at moment?, of_given_password boolean='
  >;
  platform_accounts: Row<
    | 'id number!, site text, user_id number, key text, external_id text?, authentication text?'
    | 'doubt json?, changed_at moment'
  > & { origin: 'new' | 'made' | 'old' | 'adopted' | 'joined' };
  platform_consents: Row<
    | 'id text, user_id number, kind text, address text, state_hash bytes?, encrypted_credentials text'
    | 'connected_at moment?, expires_at moment'
  >;
  platform_courses: Row<
    | 'system_id number, course_id text, title text, exam_date text, external_id text?, attempts number='
    | 'next_try_at moment, leased_until moment?, last_error text?, cancelled_at moment?, leased_by text?'
    | 'version number=, platform_id number?, semester_id number?, title_en text=, last_remark json?'
    | 'is_repair boolean=, repaired number=, sets_dates boolean=, former_hours json=, end_date text='
  > & { state: 'pending' | 'done' | 'waiting' | 'failed' };
  platform_enrolments: Row<
    | 'system_id number, course_id text, platform_user_id text, user_id number, version number='
    | 'attempts number=, next_try_at moment, leased_until moment?, last_error text?, leased_by text?'
    | 'done_at moment?, last_remark json?, is_repair boolean=, only_account boolean='
  > & { wanted: 'in' | 'out'; state: 'pending' | 'done' | 'waiting' | 'failed' };
  platform_extra_times: Row<
    | 'system_id number, course_id text, platform_user_id text, version number=, attempts number='
    | 'next_try_at moment, leased_by text?, leased_until moment?, last_error text?, quizzes number?'
    | 'in_place number?, read_at moment?, last_remark json?, was_moved boolean=, dates_alone boolean='
  > & { state: 'pending' | 'done' | 'waiting' | 'failed' };
  platform_readings: Row<
    | 'system_id number, course_id text, version number=, attempts number=, next_try_at moment'
    | 'leased_by text?, leased_until moment?, last_error text?, read_at moment?, findings json?'
    | 'course number=, missing number=, strangers number=, changed number=, removals json='
    | 'last_remark json?, shut number='
  > & { state: 'pending' | 'done' | 'waiting' | 'failed' };
  platform_tokens: Row<
    | 'chain text, refresh_token text, access_token text?, expires_at moment?, version number='
    | 'renewing_until moment?, refused_at moment?, used_at moment'
  >;
  rate_limits: Row<'key text, count number, since moment, blocked_until moment?'>;
  recovery_codes: Row<
    | 'user_id number, selector text, code_hash text, made_at moment, used_at moment?'
    | 'of_given_password boolean='
  >;
  refresh_tokens: Row<'token_hash bytes, session_id text, issued_at moment, spent_at moment?'>;
  reminders: Row<
    | 'id number!, system_id number, exam_id number, days_before number?, hour number?, request_id text?'
    | 'made_by number?, made_by_name text, made_at moment, attempts number=, next_try_at moment'
    | 'leased_until moment?, leased_by text?, last_error text?, sent_at moment?, mails number?'
    | 'letter json?, attachment_id number?'
  > & {
    state: 'queued' | 'sending' | 'waiting' | 'sent' | 'failed' | 'stopped';
    unsent_because: 'examOver' | 'examCancelled' | 'messageEmpty' | null;
  };
  removals: Row<
    | 'id text, system_id number, exam_id number, user_id number, moved_to number?, enrolment json'
    | 'mails json, removed_at moment'
  >;
  removed_extra_times: Row<'id text, system_id number, user_id number, minutes number?, factor number?'>;
  return_path_counts: Row<'outcome text, messages number'>;
  return_path_readings: Row<
    | 'id number, attempts number=, next_try_at moment, leased_until moment?, leased_by text?'
    | 'last_error text?, message_uid number?, message_tries number='
  > & { state: 'queued' | 'reading' | 'waiting' | 'failed' };
  saved_views: Row<'id number!, user_id number, list text, name text, query text, saved_at moment'>;
  sessions: Row<
    | 'id text, user_id number, started_at moment, last_used_at moment, expires_at moment, ended_at moment?'
    | 'impersonator_id number?, impersonator_session_id text?, impersonation_reason text?, device text?'
    | 'address text?, signed_in_by json?'
  > & { factor: 'totp' | 'passkey' | 'recoveryCode' | 'provider' | null };
  setup_steps: Row<'done_at moment, reference text'> & {
    step: 'mailServer' | 'learningPlatform' | 'backup' | 'closed';
  };
  staged_candidates: Row<
    | 'stage_id text, line number, email text, email_key text, first_name text, last_name text'
    | 'sort_name text, search_text text, student_number text?, language text?, staged_at moment, more json?'
    | 'extra_minutes number?, extra_factor number?, is_repeat boolean=, list_values json?'
  >;
  systems: Row<
    | 'id number, slug text, name text, course_prefix text, student_role text, template_id number?'
    | 'semester_id number?, email_from text?, email_from_name text?, created_at moment'
    | 'email_from_name_en text?, reply_to text?, phone text?, office_fr text?, office_en text?'
    | 'logo_id number?, platform_id number?, invitation_calendar boolean=, archived_at moment?'
  > & { landing: 'bare' | 'byLanguage' };
  totp_secrets: Row<
    | 'id number!, user_id number, encrypted_secret text, started_at moment, confirmed_at moment?'
    | 'last_step number?, of_given_password boolean='
  >;
  university: Row<
    | 'id number, name_fr text, name_en text, version number, changed_at moment, email_from text?'
    | 'email_from_name text?, email_from_name_en text?, reply_to text?, phone text?, office_fr text?'
    | 'office_en text?, sender_domains text='
  >;
  user_changes: Row<'id number!, xid text=, first_id number, last_id number, changed_at moment='>;
  user_rights: Row<'user_id number, system_id number, granted_at moment'> & { name: 'extraTime' };
  user_roles: Row<
    'user_id number, system_id number?' | 'granted_at moment, stated json?, told_at moment?' | 'came_by json?'
  > & { role: 'student' | 'support' | 'admin' | 'superAdmin' };
  users: Row<
    | 'id number!, email text, email_key text, first_name text, last_name text, sort_name text'
    | 'search_text text, student_number text?, password_hash text?, must_choose_password_since moment?'
    | 'deactivated_at moment?, sessions_ended_at moment?, last_visit_at moment?, created_at moment'
    | 'full_name_key text!, profession text?, profession_key text?, wants_newsletter boolean='
    | 'email_confirmed_at moment?, password_mailed_at moment?, link_due_since moment?, locked_at moment?'
    | 'locked_by number?, locked_by_name text?, email_changed_at moment?, first_super_admin_at moment?'
    | 'feeds_ended_at moment?, password_given_by number?, subject text='
  > & { language: 'fr' | 'en' };
}

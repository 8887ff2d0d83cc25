import type { Language } from '@guichet/contract/core/language';
import type { Json } from './json.ts';

export interface ImportsSchema {
  imports: {
    id: string;
    system_id: number;
    cohort_id: number;
    started_by: number | null;
    file_name: string;
    file_sha256: Buffer;
    send_email: boolean;
    rows: number;
    placed: number;
    finished_at: Date;
    /** Null for the program, and when the person is no longer known. */
    started_by_name: string | null;
    /** Null in imports from before these numbers were counted. */
    accounts: number | null;
    already_there: number | null;
    mails: number | null;
    undone_at: Date | null;
    undone_by_name: string | null;
    undone_counts: Json | null;
  };
  import_people: {
    import_id: string;
    system_id: number;
    user_id: number;
    /** The first line of this person in the file. */
    line: number;
    /** Whether this import enrolled the person; false: the person was already in the cohort. */
    placed: boolean;
    gave_role: boolean;
    account_hash: string | null;
  };
  list_layouts: {
    system_id: number;
    layout_key: string;
    columns: Json;
    used_at: Date;
  };
  import_progress: {
    import_id: string;
    user_id: number;
    phase: string;
    rows: number;
    share: number;
    imported: number | null;
    updated_at: Date;
  };
  staged_candidates: {
    stage_id: string;
    line: number;
    email: string;
    email_key: string;
    first_name: string;
    last_name: string;
    sort_name: string;
    search_text: string;
    student_number: string | null;
    language: Language | null;
    /** Values of other columns of a list, by their columns in `users`. */
    more: Json | null;
    extra_minutes: number | null;
    extra_factor: number | null;
    staged_at: Date;
  };
}

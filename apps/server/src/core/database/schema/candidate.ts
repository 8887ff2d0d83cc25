import type { CorrectionField } from '@guichet/contract/exams/candidate.corrections';
import type { Generated, GeneratedAlways } from 'kysely';

export interface CandidateSchema {
  calendar_feeds: {
    user_id: number;
    /** Determines the token of the address. */
    feed_id: string;
    made_at: Date;
  };
  correction_requests: {
    id: GeneratedAlways<number>;
    system_id: number;
    user_id: number;
    field: CorrectionField;
    request: string;
    asked_at: Date;
    /** Null while the request is open. */
    outcome: 'answered' | 'declined' | null;
    note: Generated<string>;
    answered_at: Date | null;
    answered_by_name: string | null;
  };
}

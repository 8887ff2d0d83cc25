import type { UnsentReason } from '@guichet/contract/exams/reminders';
import type { GeneratedAlways } from 'kysely';
import type { JobColumns } from './jobColumns.ts';

export interface RemindersSchema {
  reminders: {
    id: GeneratedAlways<number>;
    system_id: number;
    cohort_id: number;
    /** Both null for a reminder by hand. */
    days_before: number | null;
    hour: number | null;
    request_id: string | null;
    made_by: number | null;
    made_by_name: string;
    made_at: Date;
    /** When the mails were queued, or would have been. */
    sent_at: Date | null;
    mails: number | null;
    unsent_because: UnsentReason | null;
  } & JobColumns<'queued' | 'sending' | 'waiting' | 'sent' | 'failed' | 'stopped'>;
}

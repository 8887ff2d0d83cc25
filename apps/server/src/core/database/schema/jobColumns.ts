import type { Generated } from 'kysely';

/** The columns of every table of jobs (`core/queue/job.ts`). */
export interface JobColumns<State> {
  state: State;
  attempts: Generated<number>;
  next_try_at: Date;
  leased_until: Date | null;
  leased_by: string | null;
  last_error: string | null;
}

/**
 * Owns when and in which batches expired rows are deleted, and the hourly run of what is planned for the
 * night, is still to be read from platforms, or is to be told about guests. Does not know which rows have
 * expired nor what is planned: each room decides for its own tables.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { AppContext, WriteTx } from '../../core/context/appContext.ts';
import { startInBackground } from '../../core/database/connection/background.ts';
import { findLevel } from '../../core/database/connection/unavailable.ts';
import { deleteRateLimitsBefore } from '../../core/rateLimit/rateLimit.queries.ts';
import { secondsAfter } from '../../core/runtime/clock.ts';
import { deleteRemovalsBefore } from '../../exams/enrolments/enrolments.service.ts';
import { deleteTokensBefore } from '../../identity/account/account.service.ts';
import { deleteChallengesBefore, deleteWaitingTotpBefore } from '../../identity/factors/factors.service.ts';
import { deleteSignInsBefore } from '../../identity/federation/federation.service.ts';
import * as provider from '../../identity/provider/provider.service.ts';
import {
  deleteOneTimeTokensBefore,
  deleteRefreshTokensBefore,
  deleteSessionsBefore,
} from '../../identity/sessions/sessions.service.ts';
import { deleteUserChangesBefore, tellOfGuests } from '../../identity/users/users.service.ts';
import * as imports from '../../imports/imports.service.ts';
import { planNightlyReadings } from '../../learning/drift/drift.service.ts';
import {
  deleteConsentsBefore,
  deleteEntriesBefore,
  deleteVisitsBefore,
} from '../../learning/learning.service.ts';
import { readBackAccounts } from '../../learning/matching/readBack.service.ts';

/** How long rows are kept: longer than any rate-limit window and than the clock skew between servers of a database. */
const keptSeconds = 24 * 60 * 60;
/** Small batches, since the embedded database runs one statement at a time. */
const batchSize = 500;

/** Deletes at most `limit` rows that expired before `before`; returns their number. */
type DeleteBatch = (tx: WriteTx, before: Date, limit: number) => Promise<number>;

/** Refresh tokens come before sessions, whose deletion would delete the tokens too and so exceed the batch's limit. */
const deletions: Record<string, DeleteBatch> = {
  rate_limits: deleteRateLimitsBefore,
  account_tokens: deleteTokensBefore,
  one_time_tokens: deleteOneTimeTokensBefore,
  factor_challenges: deleteChallengesBefore,
  totp_secrets: deleteWaitingTotpBefore,
  refresh_tokens: deleteRefreshTokensBefore,
  sessions: deleteSessionsBefore,
  federated_sign_ins: deleteSignInsBefore,
  openid_records: provider.deleteRecordsBefore,
  openid_logouts: provider.deleteLogoutsBefore,
  user_changes: deleteUserChangesBefore,
  import_people: imports.deleteImportPeopleBefore,
  import_progress: imports.deleteProgressBefore,
  removals: deleteRemovalsBefore,
  platform_consents: deleteConsentsBefore,
  builtin_entries: deleteEntriesBefore,
  builtin_sessions: deleteVisitsBefore,
  staged_candidates: imports.deleteStagedRowsBefore,
};

/** Deletes in batches all rows that expired a day ago or earlier; `stop` ends the sweep after the current batch. */
export async function sweep(context: AppContext, stop: AbortSignal): Promise<void> {
  const before = secondsAfter(context.clock.now(), -keptSeconds);
  for (const [table, deleteBatch] of Object.entries(deletions)) {
    let rows = 0;
    for (let last = batchSize; last === batchSize && !stop.aborted; rows += last)
      last = await systemTransaction(context, (tx) => deleteBatch(tx, before, batchSize));
    if (rows > 0) context.log.info({ table, rows }, 'deleted expired rows');
  }
}

const everyMilliseconds = 60 * 60 * 1000;

/** Sweeps at once and then every hour until stopped; safe in several processes at once. */
export function startSweep(context: AppContext): { stop(): Promise<void> } {
  return startInBackground((stop) => run(context, stop));
}

async function run(context: AppContext, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    // An unreachable database must not end the worker.
    for (const work of [sweep, planNightlyReadings, readBackAccounts, tellOfGuests, provider.rotateKeys])
      await work(context, stop).catch((error: Error) => {
        const { name, message, stack } = error;
        context.log[findLevel(error)]({ work: work.name, error: { name, message, stack } }, 'a sweep failed');
      });
    await wait(everyMilliseconds, undefined, { signal: stop }).catch(() => undefined);
  }
}

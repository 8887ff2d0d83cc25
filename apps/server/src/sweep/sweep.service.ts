/**
 * Owns when rows go that are of no use to anybody any more, and how many at once.
 * Refuses to know which rows these are: each room says that of its own.
 */
import { deleteTokensBefore } from '../account/account.service.ts';
import { systemTransaction } from '../audit/audit.service.ts';
import { deleteChallengesBefore, deleteWaitingTotpBefore } from '../factors/factors.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import { deleteRateLimitsBefore } from '../platform/rateLimit/rateLimit.queries.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { secondsAfter } from '../platform/runtime/clock.ts';
import {
  deleteOneTimeTokensBefore,
  deleteRefreshTokensBefore,
  deleteSessionsBefore,
} from '../sessions/sessions.service.ts';
import { deleteUserChangesBefore } from '../users/users.service.ts';

/** Longer than any counter looks back, and than the clocks of servers that share a database differ. */
const keptSeconds = 24 * 60 * 60;
/** Few enough that nobody notices: the embedded database does one thing at a time. */
const batchSize = 500;

/** Deletes at most `limit` rows that were over `before`, and says how many. */
type Broom = (tx: WriteTx, before: Date, limit: number) => Promise<number>;

/** Refresh tokens go before the sessions that would take them along, so that no batch is larger than it says. */
const brooms: Record<string, Broom> = {
  rate_limits: deleteRateLimitsBefore,
  account_tokens: deleteTokensBefore,
  one_time_tokens: deleteOneTimeTokensBefore,
  factor_challenges: deleteChallengesBefore,
  totp_secrets: deleteWaitingTotpBefore,
  refresh_tokens: deleteRefreshTokensBefore,
  sessions: deleteSessionsBefore,
  user_changes: deleteUserChangesBefore,
};

/** Deletes, batch by batch, all rows that have been over for a day; `stop` ends it after the batch that runs. */
export async function sweep(context: AppContext, stop: AbortSignal): Promise<void> {
  const before = secondsAfter(context.clock.now(), -keptSeconds);
  for (const [table, broom] of Object.entries(brooms)) {
    let rows = 0;
    for (let last = batchSize; last === batchSize && !stop.aborted; rows += last)
      last = await systemTransaction(context, (tx) => broom(tx, before, batchSize));
    if (rows > 0) context.log.info({ table, rows }, 'swept rows that were over');
  }
}

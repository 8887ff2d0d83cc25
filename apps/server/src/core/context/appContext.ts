import type { Hashing } from '../crypto/hashing.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../database/database.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Config } from '../runtime/config.ts';
import type { Lifecycle } from '../runtime/lifecycle.ts';
import type { Log } from '../runtime/log.ts';
import type { Notifier } from '../runtime/notifier.ts';

/** The dependencies of every room, passed explicitly so that tests can replace each. */
export interface AppContext {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly keys: Keys;
  readonly hashing: Hashing;
  readonly notifier: Notifier;
  readonly lifecycle: Lifecycle;
}

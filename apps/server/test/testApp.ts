import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { prepareFirstStart } from '../seed/firstStart.ts';
import type { AppContext } from '../src/core/context/appContext.ts';
import { openHashing } from '../src/core/crypto/hashing.ts';
import { openKeys } from '../src/core/crypto/keys.ts';
import type { Database } from '../src/core/database/database.ts';
import { type Clock, dayIn } from '../src/core/runtime/clock.ts';
import { type Config, readConfig } from '../src/core/runtime/config.ts';
import { makeLifecycle } from '../src/core/runtime/lifecycle.ts';
import { openNotifier } from '../src/core/runtime/notifier.ts';
import { openTestDatabase } from './database/testDatabase.ts';

/** A clock that only tests advance. Randomness is real. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
}

export interface TestApp extends AppContext {
  readonly clock: TestClock;
  close(): Promise<void>;
}

/** The least that Argon2id takes: each sign-in of a test would else cost 40 ms of a core. */
const lowCost = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 };

export const testAdmin = { email: 'admin@guichet.test', password: 'Premier#Jour1' };

/** An application context on a new database with the nine systems and a super admin, as after the first start. */
export async function openTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const context = makeTestContext(await openTestDatabase('started'), settings);
  await prepareFirstStart(context);
  return context;
}

/** `close` closes the database as well. */
export function makeTestContext(database: Database, settings: Record<string, string> = {}): TestApp {
  const dataDir = mkdtempSync(join(tmpdir(), 'guichet-app-'));
  const config: Config = readConfig({
    DATA_DIR: dataDir,
    BOOTSTRAP_ADMIN_EMAIL: testAdmin.email,
    BOOTSTRAP_ADMIN_PASSWORD: testAdmin.password,
    LOG_LEVEL: 'silent',
    ...settings,
  });
  const clock = stillClock(config.timeZone);
  const lifecycle = makeLifecycle();
  lifecycle.open();
  return {
    config,
    clock,
    log: pino({ level: config.logLevel }),
    database,
    keys: openKeys(config, clock),
    hashing: openHashing({ cost: lowCost }),
    notifier: openNotifier(),
    lifecycle,
    async close() {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function stillClock(timeZone: string): TestClock {
  let now = new Date('2027-01-11T15:00:00Z');
  const day = dayIn(timeZone);
  return {
    now: () => now,
    today: () => day(now),
    uuid: () => randomUUID(),
    randomBytes,
    advance(seconds) {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../migrations/index.ts';
import { prepareFirstStart, requireStrongFirstPassword } from '../seed/firstStart.ts';
import { createPortal } from './app.ts';
import type { AppContext } from './core/context/appContext.ts';
import { openHashing } from './core/crypto/hashing.ts';
import { type Database, openDatabase } from './core/database/database.ts';
import { refuseDamage } from './core/database/embedded/damage.ts';
import { requireNoHolder } from './core/database/embedded/lock.ts';
import { loadKeys, requireSameKey } from './core/database/keyFingerprint.ts';
import { DatabaseRefusal } from './core/database/operator.ts';
import { findRlsRemedy } from './core/database/rowSecurity/applyPolicies.ts';
import { watchConnections } from './core/http/sockets/connections.ts';
import { requireFreeAddresses } from './core/http/sockets/freeAddress.ts';
import { findHold } from './core/queue/queue.service.ts';
import { systemClock } from './core/runtime/clock.ts';
import { withDeadline } from './core/runtime/concurrency/deadline.ts';
import { type Config, ConfigError, loadConfig } from './core/runtime/config.ts';
import { describeForbidden, isDenial } from './core/runtime/fileAccess.ts';
import { startIdleGc } from './core/runtime/idleGc.ts';
import { makeLifecycle } from './core/runtime/lifecycle.ts';
import { type Log, openLog } from './core/runtime/log.ts';
import { openNotifier } from './core/runtime/notifier.ts';
import { operatorText } from './core/runtime/operatorText.ts';
import { commit, version } from './core/runtime/version.ts';
import { openExamFiles } from './exams/candidate/candidate.service.ts';
import { startReminders } from './exams/notices/reminders/reminders.worker.ts';
import { startProvider } from './identity/provider/provider.worker.ts';
import { startUserIndex } from './identity/users/users.service.ts';
import { logCutOff } from './imports/imports.service.ts';
import { describePlatforms, startLearning } from './learning/learning.worker.ts';
import { startOutbox } from './mail/outbox/sending/outbox.worker.ts';
import { startControl } from './operations/cli/control.service.ts';
import { startSweep } from './operations/sweep/sweep.service.ts';
import { announce, announcePlatform, announceRowSecurityOff, announceStart } from './startLines.ts';
import { stopOnSignals, stopWhileStarting } from './stopping.ts';

/** The longest time that a refused start takes to close its database. */
const closeMilliseconds = 5000;

/** @throws ConfigError with all faults at once, that of a first password among them where it is known to be used */
async function readSettings(): Promise<Config> {
  try {
    return loadConfig();
  } catch (error) {
    const { valid } = error as ConfigError;
    // Whether a server has accounts, and so needs no password, shows only once it answers.
    if (valid && lacksEmbedded(valid))
      await requireStrongFirstPassword(valid).catch(({ message }: Error) => {
        throw new ConfigError(`${(error as Error).message}\n${message}`);
      });
    throw error;
  }
}

function lacksEmbedded({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl === null && !existsSync(join(dataDir, 'database'));
}

async function start(config: Config): Promise<void> {
  const starting = stopWhileStarting();
  const log = openLog(config);
  const { databaseUrl, replicaUrl, dataDir } = config;
  // A portal that has the data often has the port too, and the lock names its process.
  if (databaseUrl === null) await requireNoHolder(dataDir);
  await requireFreeAddresses(config);
  // A new database would be made first otherwise, which takes some seconds.
  if (lacksEmbedded(config)) await requireStrongFirstPassword(config);
  announceStart();
  const database = await openDatabase({ databaseUrl, replicaUrl, dataDir, log });
  starting.opened(database);
  try {
    await serve(config, log, database, starting.end);
  } catch (error) {
    if (starting.isStopping()) return;
    const refusal = refuseDamage(error as Error, config);
    // A portal that is refused, as for its key, leaves nothing to recover; damaged files are left as they are.
    if (refusal === error) await withDeadline(closeMilliseconds, database.close(), () => {}).catch(() => {});
    throw refusal;
  }
}

async function serve(config: Config, log: Log, database: Database, onReady: () => void): Promise<void> {
  const clock = systemClock(config.timeZone);
  if (
    config.databaseUrl !== null &&
    (await database.listMissing(migrations)).length === Object.keys(migrations).length
  )
    await requireStrongFirstPassword(config);
  const keys = await loadKeys(database, config, clock);
  const lifecycle = makeLifecycle();
  const context: AppContext = {
    config,
    clock,
    log,
    database,
    keys,
    hashing: openHashing(),
    notifier: openNotifier(),
    lifecycle,
  };

  // Requests during startup get the answer that the portal is starting.
  const { app } = await createPortal(context);
  const connections = watchConnections(app.server);
  await app.listen({ port: config.port, host: config.host });
  await database.migrate(migrations);
  await requireSameKey(database, keys, config);
  await prepareFirstStart(context);
  if (config.demo) await (await import('../seed/demo.ts')).seedDemo(context);
  await logCutOff(context);
  const hold = await findHold(database.read);
  const rlsRemedy = await findRlsRemedy(database.read);
  const control = await startControl(context);
  const workers = [
    startOutbox(context, 1000, openExamFiles),
    ...(await startReaders(context)),
    startLearning(context),
    startReminders(context),
    startProvider(context),
    startSweep(context),
    startUserIndex(context),
    startIdleGc(context),
    control,
  ];
  onReady();
  stopOnSignals(context, { app, connections, workers });
  lifecycle.open();
  announce(config, hold);
  if (rlsRemedy !== null) announceRowSecurityOff(rlsRemedy);
  log.info({ version, commit, node: process.versions.node, database: database.kind }, 'started');
  // The portal does not wait for the description, since it works without the platforms.
  void describePlatforms(context).then(
    (lines) => lines.forEach(announcePlatform),
    (error: Error) => log.warn({ error: error.message }, 'the learning platforms could not be described'),
  );
}

/** Starts the reader of delivery reports, which is loaded only where a return path is set. */
async function startReaders(context: AppContext) {
  const { returnPath } = context.config;
  if (returnPath === null) return [];
  const { startReturnPath } = await import('./mail/outbox/returnPath/returnPath.worker.ts');
  return [await startReturnPath(context, returnPath)];
}

try {
  const config = await readSettings();
  // A worker that fails for good, or a promise that nobody awaits: the supervisor starts the portal again.
  process.on('uncaughtException', (error) => end(refuseDamage(error, config), 'crashed'));
  await start(config).catch((error: Error) => {
    throw refuseDamage(error, config);
  });
} catch (error) {
  end(error);
}

function end(error: unknown, text: 'startFailed' | 'crashed' = 'startFailed'): never {
  const isForOperator = error instanceof ConfigError || error instanceof DatabaseRefusal;
  process.stderr.write(isForOperator ? `${(error as Error).message}\n` : failureLine(error, text));
  process.exit(1);
}

function failureLine(error: unknown, text: 'startFailed' | 'crashed'): string {
  const { path, message, stack } = error as NodeJS.ErrnoException;
  if (isDenial(error) && path) return `${describeForbidden(path)}\n`;
  if (isDenial(error)) return `${operatorText('notAllowed', { message })}\n`;
  return `${operatorText(text, {
    message: (stack ?? message)
      .split('\n')
      .map((line) => line.trim())
      .join(' | '),
  })}\n`;
}

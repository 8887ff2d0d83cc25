import { migrations } from '../../../../migrations/index.ts';
import * as database from '../../../core/database/move/moveDatabase.ts';
import { CommandRefusal, decimal, type Terminal } from '../terminal/command.ts';
import type { PortalSwitch } from './portalSwitch.ts';
import type { SettingsFile } from './settingsFile.ts';

interface University {
  readonly move: database.Move;
  readonly portal: PortalSwitch;
  readonly settings: SettingsFile;
}

/**
 * Moves the database of a portal: copies it while the portal goes on, stops the portal, compares, writes the new address into the
 * settings and starts the portal. Whatever fails, the portal starts where it was; a call that was cut off goes on in the next.
 * @throws CommandRefusal or DatabaseRefusal with what has failed
 */
export async function moveUniversity(university: University, terminal: Terminal): Promise<void> {
  const { move, portal, settings } = university;
  const { t, say } = terminal;
  const stage = await database.findStage(move);
  if (stage === 'none' && !(await portal.isReady()))
    throw new CommandRefusal(t('moveNotRunning', { url: portal.readyUrl }));
  // A former database of an earlier move, and what has been written to the new one since.
  if (stage === 'compared' && !(await database.isSame(move))) throw new CommandRefusal(t('moveParted'));
  await settings.prepare(move.to);
  if (stage !== 'compared') {
    say(t('moveCopies'));
    const rows = await database.copyDatabase(move, migrations, { error: say });
    say(t('moveCopied', { rows }));
  }
  say(t('moveStops'));
  await uninterrupted(() => switchOver(university, terminal));
}

async function switchOver(university: University, terminal: Terminal): Promise<void> {
  const { move, portal, settings } = university;
  const { t, say } = terminal;
  const began = performance.now();
  try {
    await portal.stop();
    say(t('moveCompared', await database.finishMove(move)));
    await settings.replace();
  } catch (error) {
    await settings.restore().catch(() => {});
    await goBackAfter(error, university, terminal);
  }
  await startElsewhere(university, terminal);
  say(t('moveDone', { seconds: decimal((performance.now() - began) / 1000, 1, terminal) }));
}

async function startElsewhere(university: University, terminal: Terminal): Promise<void> {
  const { move, portal, settings } = university;
  try {
    await portal.start();
  } catch (error) {
    // A process may have written although it is not ready, and somebody may have been told: nothing of that is thrown away.
    const mayGoBack = await portal.stop().then(
      () => database.isSame(move),
      () => false,
    );
    if (!mayGoBack) throw new CommandRefusal(terminal.t('moveWritten', reasonOf(error, portal)));
    await settings.restore();
    await goBackAfter(error, university, terminal);
  }
}

async function goBackAfter(error: unknown, university: University, terminal: Terminal): Promise<never> {
  await goBack(university, terminal).catch((stuck) => {
    terminal.say((error as Error).message);
    throw stuck;
  });
  throw error;
}

/** Ends a move that has not come to its end: the portal starts where it was. @throws CommandRefusal when that fails */
export async function goBack({ move, portal }: University, { t, say }: Terminal): Promise<void> {
  try {
    await database.abandonMove(move);
    if (!(await portal.isReady())) await portal.start();
  } catch (error) {
    throw new CommandRefusal(t('moveStuck', reasonOf(error, portal)));
  }
  say(t('moveBack'));
}

function reasonOf(error: unknown, { startCommand }: PortalSwitch) {
  return { reason: (error as Error).message, command: startCommand };
}

/** Neither Ctrl+C nor the end of the terminal stops `work`, during which no portal runs. */
async function uninterrupted(work: () => Promise<void>): Promise<void> {
  process.stdout.removeAllListeners('error').on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  await work();
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../../../core/runtime/config.ts';
import { CommandRefusal, type Given, type Terminal, UsageError } from '../terminal/command.ts';

/** The commands for the processes of a portal, and the address that says whether one of them takes requests. */
export interface PortalSwitch {
  readonly readyUrl: string;
  /** The command that starts them, for people to type. */
  readonly startCommand: string;
  isReady(): Promise<boolean>;
  /** @throws CommandRefusal when the command fails while a process still answers */
  stop(): Promise<void>;
  /** Resolves once a process takes requests. @throws CommandRefusal when the command fails, or after two minutes */
  start(): Promise<void>;
}

const longestStartMilliseconds = 120_000;
const lookMilliseconds = 100;
const answerMilliseconds = 2000;

/** @throws UsageError without a unit, and without both commands */
export function findSwitch(
  { host, port }: Config,
  { unit, stop, start, ready }: Given['options'],
  { t }: Pick<Terminal, 't'>,
): PortalSwitch {
  const isNamed = /^[\w@.:\\ -]+$/.test(String(unit ?? ''));
  if (!isNamed && !(stop && start)) throw new UsageError(t('moveNeedsSwitch'));
  const stopCommand = String(stop ?? `systemctl stop ${unit}`);
  const startCommand = String(start ?? `systemctl start ${unit}`);
  const readyUrl = String(ready ?? `http://${reachable(host)}:${port}/api/valid/ready`);
  const answer = () => fetch(readyUrl, { signal: AbortSignal.timeout(answerMilliseconds) }).catch(() => null);
  const isReady = async () => (await answer())?.ok ?? false;
  return {
    readyUrl,
    startCommand,
    isReady,
    async stop() {
      const code = await runCommand(stopCommand);
      // A command that was cut off has stopped them before.
      if (code !== 0 && (await answer())) throw commandFailed(stopCommand, code, t);
    },
    async start() {
      const code = await runCommand(startCommand);
      if (code !== 0) throw commandFailed(startCommand, code, t);
      for (const latest = performance.now() + longestStartMilliseconds; !(await isReady()); )
        if (performance.now() < latest) await wait(lookMilliseconds);
        else throw new CommandRefusal(t('moveNotReady', { url: readyUrl }));
    },
  };
}

/** The address on which a process on this machine answers that listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

async function runCommand(command: string): Promise<number> {
  const child = spawn(command, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

function commandFailed(command: string, code: number, t: Terminal['t']): CommandRefusal {
  return new CommandRefusal(t('moveCommandFailed', { command, code }));
}

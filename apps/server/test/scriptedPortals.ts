import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findNode24 } from '../../../scripts/setup/node24.mjs';
import { compileCache, root } from '../../../scripts/setup/place.mjs';
import { nodeArguments } from '../../../scripts/setup/server.mjs';
import { type Typed, typeCommand } from './typed.ts';

/** Portals that commands of a shell stop and start, with one settings file, as an operator has them. */
export interface ScriptedPortals {
  readonly urls: readonly string[];
  readonly folder: string;
  /** Runs `guichet move` with these commands. */
  move(to: string, ...more: readonly string[]): Promise<Typed>;
  /** Starts them as the command does, and resolves once all take requests. */
  start(): Promise<void>;
  /** `fail`: the next run of a command does nothing; `kill`: it kills `guichet`, after the stop or instead of the start. */
  breakNext(command: 'stop' | 'start', how: 'fail' | 'kill'): void;
  readSettings(): string;
  isReady(url?: string): Promise<boolean>;
  end(): Promise<void>;
}

/** The shell of a command is the child of `guichet`, which `$PPID` thus names. */
const script = (ports: readonly number[]) => `
if [ -e broken.$step ] && [ "$(cat broken.$step)" = fail ]; then rm broken.$step; exit 3; fi
case $step in
stop)
  for port in ${ports.join(' ')}; do kill "$(cat $port.pid)" 2>/dev/null || true; done
  for port in ${ports.join(' ')}; do while kill -0 "$(cat $port.pid)" 2>/dev/null; do sleep 0.05; done; done ;;
start)
  if [ ! -e broken.$step ]; then
    for port in ${ports.join(' ')}; do
      PORT=$port ${findNode24()} ${[...nodeArguments, '--expose-gc', join(root, 'apps', 'server', 'src', 'main.ts')].join(' ')} >>log 2>&1 &
      echo $! >$port.pid
    done
  fi ;;
esac
if [ -e broken.$step ]; then rm broken.$step; kill -9 $PPID; fi
`;

/** Writes their settings with comments around, of a mode of its own; nothing runs yet. */
export function makePortals(
  ports: readonly number[],
  settings: Readonly<Record<string, string>>,
): ScriptedPortals {
  const folder = mkdtempSync(join(tmpdir(), 'guichet-scripted-'));
  const file = join(folder, '.env');
  const lines = Object.entries({ ...settings, PORT: String(ports[0]), DATA_DIR: folder, LOG_LEVEL: 'warn' });
  writeFileSync(file, `# Ours\n${lines.map(([name, value]) => `${name}="${value}" # kept\n`).join('\n')}`);
  chmodSync(file, 0o640);
  writeFileSync(join(folder, 'portals.sh'), script(ports));
  const command = (step: string) => `step=${step}; . ./portals.sh`;
  const urls = ports.map((port) => `http://localhost:${port}`);
  const move = (to: string, ...more: readonly string[]) =>
    typeCommand(folder, {}, 'move', to, '--stop', command('stop'), '--start', command('start'), ...more);
  const isReady = (url = urls[0]) =>
    fetch(`${url}/api/valid/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  return {
    urls,
    folder,
    move,
    async start() {
      const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache };
      spawnSync('sh', ['-c', command('start')], { cwd: folder, env });
      for (const url of urls) while (!(await isReady(url))) await wait(50);
    },
    breakNext: (step, how) => writeFileSync(join(folder, `broken.${step}`), how),
    readSettings: () => readFileSync(file, 'utf8'),
    isReady,
    async end() {
      for (const port of ports)
        try {
          process.kill(Number(readFileSync(join(folder, `${port}.pid`), 'utf8')), 'SIGKILL');
        } catch {}
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

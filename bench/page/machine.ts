import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { root } from '../../scripts/setup/place.mjs';
import type { Stage } from '../stage/stage.ts';

export interface Machine {
  readonly date: string;
  readonly lines: readonly string[];
}

/** A description of the machine. */
export function describeMachine({ postgresVersion }: Stage): Machine {
  const version = (name: string) =>
    JSON.parse(readFileSync(`${root}/node_modules/${name}/package.json`, 'utf8')).version as string;
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  return {
    date: new Date().toISOString().slice(0, 10),
    lines: [
      `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GiB, ${type()} ${release()}, load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')} at the end`,
      `Node ${process.version}, PostgreSQL ${postgresVersion} (fsync on), Fastify ${version('fastify')}, pg ${version('pg')}`,
      `Source: ${commit()}`,
    ],
  };
}

function commit(): string {
  try {
    return execFileSync('git', ['-C', root, 'describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  } catch {
    return 'not under version control';
  }
}

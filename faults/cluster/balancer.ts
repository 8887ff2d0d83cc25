import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../apps/server/test/freePort.ts';

/** A HAProxy on loopback. */
export interface Balancer {
  readonly port: number;
  /** Ends it as a crash would; `start` is what systemd does then. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** To the node that Patroni calls the primary; connections to any other end at once. */
export function balanceDatabase(folder: string, addresses: readonly string[]): Promise<Balancer> {
  const servers = addresses.map(
    (address, n) => `  server node${n + 1} ${address}:5432 maxconn 100 check port 8008`,
  );
  return openBalancer(
    folder,
    'database',
    (port) => `
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
}

/** Round robin over the portals that are ready; a session is bound to none of them. */
export function balancePortals(folder: string, urls: readonly string[]): Promise<Balancer> {
  const servers = urls.flatMap((url, n) => {
    const place = `127.0.0.1:${new URL(url).port}`;
    // Where none is ready, people read the portal's own words about it instead of the balancer's.
    return [`  server portal${n + 1} ${place} check`, `  server anyway${n + 1} ${place} backup`];
  });
  return openBalancer(
    folder,
    'portals',
    (port) => `
defaults
  mode http
  timeout connect 2s
  timeout client 2m
  timeout server 5m
listen portals
  bind 127.0.0.1:${port}
  balance roundrobin
  option forwardfor
  option redispatch
  option allbackups
  option httpchk GET /api/valid/ready
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1
${servers.join('\n')}
`,
  );
}

async function openBalancer(
  folder: string,
  name: string,
  settings: (port: number) => string,
): Promise<Balancer> {
  const port = await findFreePort();
  const file = join(folder, `${name}.cfg`);
  writeFileSync(file, settings(port));
  let child: ChildProcess | null = null;
  const end = () => void child?.kill('SIGKILL');
  process.once('exit', end);
  const balancer = {
    port,
    async kill() {
      const dying = child;
      if (!dying || dying.exitCode !== null) return;
      const gone = new Promise((resolve) => dying.once('exit', resolve));
      end();
      await gone;
    },
    async start() {
      child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
      while (!(await listens(port))) await wait(20);
    },
  };
  await balancer.start();
  return balancer;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

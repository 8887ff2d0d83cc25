import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../places/smallDisk.ts';
import type { Network } from './network.ts';

/** Large enough for a small cluster, small enough to be filled. */
const diskMegabytes = 1200;

/** What Patroni says of a node. */
export interface NodeState {
  readonly role: 'primary' | 'replica' | 'away';
  readonly isSynchronous: boolean;
}

/** A machine with etcd, Patroni and PostgreSQL. */
export class DatabaseNode {
  readonly name: string;
  readonly address: string;
  readonly disk: SmallDisk;
  readonly #network: Network;
  readonly #folder: string;
  #stopped: readonly number[] = [];

  constructor(network: Network, name: string, isSynchronous: boolean) {
    this.name = name;
    this.address = network.addressOf(name);
    this.disk = mountSmallDisk(diskMegabytes);
    this.#network = network;
    this.#folder = this.disk.folder;
    for (const part of ['etcd', 'postgres']) mkdirSync(join(this.#folder, part), { mode: 0o700 });
    const owner = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    for (const part of ['', 'etcd', 'postgres'])
      chownSync(join(this.#folder, part), owner('-u'), owner('-g'));
    const settings = patroniSettings(network, name, join(this.#folder, 'postgres'), isSynchronous);
    writeFileSync(join(this.#folder, 'patroni.yml'), settings, { mode: 0o644 });
  }

  /** Starts etcd and Patroni, which starts PostgreSQL. */
  start(): void {
    this.#run('/usr/bin/etcd', ...etcdOptions(this.#network, this.name, this.#folder));
    this.#run('/usr/bin/patroni', join(this.#folder, 'patroni.yml'));
  }

  async state(): Promise<NodeState> {
    const reply = await fetch(`http://${this.address}:8008/patroni`, { signal: AbortSignal.timeout(3000) });
    const told = (await reply.json()) as { role: string; state: string; sync_standby?: boolean };
    const isUp = told.state === 'running';
    const role = !isUp ? 'away' : ['master', 'primary'].includes(told.role) ? 'primary' : 'replica';
    return { role, isSynchronous: told.sync_standby === true };
  }

  /** The last lines that Patroni and PostgreSQL wrote. */
  lastWords(): string {
    const lines = readFileSync(join(this.#folder, 'patroni.log'), 'utf8').trimEnd().split('\n');
    return lines.slice(-8).join('\n');
  }

  /** As a machine that loses its power. */
  kill(): void {
    for (const pid of this.#network.pidsOf(this.name)) signal(pid, 'SIGKILL');
  }

  /** As a virtual machine that is paused. */
  freeze(): void {
    this.#stopped = this.#network.pidsOf(this.name);
    for (const pid of this.#stopped) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of this.#stopped) signal(pid, 'SIGCONT');
    this.#stopped = [];
  }

  #run(program: string, ...options: readonly string[]): void {
    const log = openSync(join(this.#folder, `${program.split('/').at(-1)}.log`), 'a');
    const command = ['netns', 'exec', this.name, 'setpriv', '--reuid=postgres', '--regid=postgres'];
    spawn('ip', [...command, '--clear-groups', program, ...options], {
      cwd: this.#folder,
      env: {
        PATH: process.env.PATH,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${this.address}:8008`,
        HOME: this.#folder,
      },
      stdio: ['ignore', log, log],
    });
  }
}

/** The programs of Debian that are missing here. */
export function missingPrograms(): string[] {
  const programs = [
    '/usr/bin/patroni',
    '/usr/bin/etcd',
    '/usr/sbin/haproxy',
    '/usr/lib/postgresql/15/bin/postgres',
  ];
  return programs.filter((program) => !existsSync(program));
}

function etcdOptions(network: Network, name: string, folder: string): string[] {
  const address = network.addressOf(name);
  const cluster = network.names.map((one) => `${one}=http://${network.addressOf(one)}:2380`).join(',');
  const options = {
    name,
    'data-dir': join(folder, 'etcd'),
    'listen-peer-urls': `http://${address}:2380`,
    'initial-advertise-peer-urls': `http://${address}:2380`,
    'listen-client-urls': `http://${address}:2379,http://127.0.0.1:2379`,
    'advertise-client-urls': `http://${address}:2379`,
    'initial-cluster': cluster,
    'initial-cluster-token': 'guichet',
    // Patroni 3.0 with the other interface may lose the synchronous replica for good (patroni/patroni#2779).
    'enable-v2': 'true',
    'heartbeat-interval': '200',
    'election-timeout': '2000',
  };
  return Object.entries(options).flatMap(([option, value]) => `--${option}=${value}`);
}

/** docs/cluster.md names the settings that count, with the reason of each. */
function patroniSettings(network: Network, name: string, data: string, isSynchronous: boolean): string {
  const address = network.addressOf(name);
  return `
scope: guichet
name: ${name}
restapi:
  listen: ${address}:8008
  connect_address: ${address}:8008
etcd:
  hosts: [${network.names.map((one) => `"${network.addressOf(one)}:2379"`).join(', ')}]
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    maximum_lag_on_failover: 1048576
    primary_start_timeout: 0
    synchronous_mode: ${isSynchronous}
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        max_connections: 100
        shared_buffers: 64MB
        max_wal_size: 128MB
        wal_sender_timeout: 10s
        wal_receiver_timeout: 10s
  initdb: [{encoding: UTF8}, data-checksums]
postgresql:
  listen: ${address}:5432
  connect_address: ${address}:5432
  data_dir: ${data}
  bin_dir: /usr/lib/postgresql/15/bin
  pg_hba: ["host all all all trust", "host replication all all trust", "local all all trust"]
  authentication:
    superuser: {username: postgres}
    replication: {username: replicator}
    rewind: {username: postgres}
  parameters: {unix_socket_directories: "${dirname(data)}"}
`;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited meanwhile.
  }
}

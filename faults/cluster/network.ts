import { execFileSync } from 'node:child_process';

/** Virtual machines on this one: network namespaces that a bridge joins, each with an address of its own. */
export interface Network {
  readonly names: readonly string[];
  /** Of the machine itself, where portals and balancers run. */
  readonly hostAddress: string;
  addressOf(name: string): string;
  /** The processes of a namespace. */
  pidsOf(name: string): number[];
  /** Parts a namespace from the others, not from the machine itself. */
  cutOff(name: string): void;
  join(name: string): void;
  remove(): void;
}

/** @throws Error without the right to make them: Linux and root */
export function makeNetwork(count: number): Network {
  const prefix = `10.${200 + (process.pid % 50)}.${(process.pid >> 6) & 255}`;
  const bridge = `gbr${process.pid}`;
  const names = Array.from({ length: count }, (_, n) => `guichet-${process.pid}-${n + 1}`);
  const addressOf = (name: string) => `${prefix}.${10 + names.indexOf(name)}`;
  const pidsOf = (name: string) => ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
  const remove = () => {
    for (const name of names) {
      for (const pid of attempt(() => pidsOf(name)) ?? []) attempt(() => process.kill(pid, 'SIGKILL'));
      attempt(() => ip('netns', 'delete', name));
    }
    attempt(() => ip('link', 'delete', bridge));
  };
  process.prependOnceListener('exit', remove);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('address', 'add', `${prefix}.1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  for (const [n, name] of names.entries()) {
    const cable = `gve${process.pid}${n}`;
    ip('netns', 'add', name);
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('link', 'set', cable, 'master', bridge, 'up');
    ip('-n', name, 'address', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
    ip('-n', name, 'link', 'set', 'eth0', 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  return {
    names,
    hostAddress: `${prefix}.1`,
    addressOf,
    pidsOf,
    cutOff(name) {
      for (const other of names.filter((one) => one !== name))
        for (const [chain, side] of [
          ['INPUT', '-s'],
          ['OUTPUT', '-d'],
        ] as const)
          ip('netns', 'exec', name, 'iptables', '-A', chain, side, addressOf(other), '-j', 'DROP');
    },
    join: (name) => void ip('netns', 'exec', name, 'iptables', '-F'),
    remove() {
      process.off('exit', remove);
      remove();
    },
  };
}

function ip(...words: readonly string[]): string {
  return execFileSync('ip', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // It has gone already.
    return null;
  }
}

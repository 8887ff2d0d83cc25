import type { Chance } from './chance.ts';
import type { Kind, Machine } from './places/machine.ts';
import type { Tally } from './tally.ts';

/** One thing that goes wrong, and what must hold nevertheless. */
export interface Fault {
  /** What holds, as a sentence. */
  readonly sentence: string;
  /** How it is called on the command line, alone or with others. */
  readonly group: 'kill' | 'powercut' | 'disk' | 'postgres' | 'processes' | 'mail' | 'holdUp';
  readonly databases: readonly Kind[];
  /** Rounds in the quick part, on each database; 0: only when a number of rounds is given. */
  readonly quickRounds: Partial<Record<Kind, number>>;
  run(run: Run): Promise<void>;
}

export interface Run {
  readonly kind: Kind;
  readonly rounds: number;
  readonly chance: Chance;
  readonly machine: Machine;
  readonly tally: Tally;
}

/** What a fault needs is not on this machine. */
export class NotHere extends Error {}

import type { Chance } from './chance.ts';
import type { Kind, Machine } from './places/machine.ts';
import type { Tally } from './tally.ts';

/** A fault to inject, and its guarantee. */
export interface Fault {
  /** The guarantee, as a sentence. */
  readonly sentence: string;
  /** Its groups on the command line. */
  readonly group: 'kill' | 'powercut' | 'disk' | 'postgres' | 'processes' | 'mail' | 'holdUp';
  readonly databases: readonly Kind[];
  /** Rounds in the short run, per database; 0: only when a number of rounds is given. */
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

/** Thrown when this machine lacks what a fault needs. */
export class NotHere extends Error {}

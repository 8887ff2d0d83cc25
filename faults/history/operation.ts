import type { Answer, Client } from './client.ts';
import type { Seen } from './seen.ts';

/** The stored effect of an operation: all, nothing, or a description of a partial, duplicate or wrong one. */
export type Found = 'whole' | 'none' | { readonly wrong: string };

/** A write that a client sends and that the history can find again. */
export interface Operation {
  /** `import i12 of 300 rows` */
  readonly what: string;
  send(client: Client): Promise<Answer>;
  /** Whether a reply acknowledges it; by default any 200. */
  isAcknowledgedBy?(body: unknown): boolean;
  find(seen: Seen): Promise<Found>;
  /** Set when later operations overwrite earlier ones. */
  readonly register?: Register;
  /** The recipients of mails caused by the operation; each exactly once. */
  readonly mailsTo?: readonly string[];
  /** Whether sending it again is safe and completes it. */
  readonly isRepeatable?: true;
}

/** The key of a value that writes replace. */
export interface Register {
  readonly key: string;
  readonly value: string;
  current(seen: Seen): Promise<string | undefined>;
}

/** `all` when there is one audit line and the effect, `nothing` when there is neither. */
export function foundOf(lines: number, hasEffect: boolean): Found {
  if (lines === 1 && hasEffect) return 'whole';
  if (lines === 0 && !hasEffect) return 'none';
  return { wrong: `${lines} audit lines, and its effect is ${hasEffect ? '' : 'not '}there` };
}

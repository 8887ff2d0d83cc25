import type { Answer, Client } from './client.ts';
import type { Seen } from './seen.ts';

/** What is there of a deed: all of it, nothing, or in words how it is half, double or wrong. */
export type Found = 'whole' | 'none' | { readonly wrong: string };

/** One write that a client sends and that the ledger can find again. */
export interface Operation {
  /** `import i12 of 300 rows` */
  readonly what: string;
  send(client: Client): Promise<Answer>;
  /** Whether an answer says that it has been done; all but an answer of 200 with the wrong words do. */
  isAcknowledgedBy?(body: unknown): boolean;
  find(seen: Seen): Promise<Found>;
  /** Set where later deeds write over earlier ones. */
  readonly register?: Register;
  /** To whom a mail goes out once the deed is done; each exactly once. */
  readonly mailsTo?: readonly string[];
  /** Whether sending it again is safe and completes it. */
  readonly isRepeatable?: true;
}

/** A place that holds the last of what was written to it. */
export interface Register {
  readonly key: string;
  readonly value: string;
  current(seen: Seen): Promise<string>;
}

/** All when the trail has its line once and the effect is there, nothing when neither is. */
export function foundOf(lines: number, hasEffect: boolean): Found {
  if (lines === 1 && hasEffect) return 'whole';
  if (lines === 0 && !hasEffect) return 'none';
  return { wrong: `${lines} audit lines, and its effect is ${hasEffect ? '' : 'not '}there` };
}

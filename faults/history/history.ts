import type { Client } from './client.ts';
import type { Found, Operation } from './operation.ts';
import { Seen } from './seen.ts';

/**
 * The known state of an operation. `unknown`: the connection broke or the server failed; it may have taken effect or
 * not.
 */
export type State = 'sent' | 'acknowledged' | 'unknown' | 'refused';

export interface Entry {
  readonly operation: Operation;
  readonly sentAt: number;
  state: State;
  /** When the reply came; Infinity without an acknowledgement. */
  answeredAt: number;
  status: number | 'cut' | null;
  /** Whether a reply that asks for a retry had `Retry-After`. */
  saysWhen: boolean;
  /** The last reply. */
  answer: unknown;
  /** How often it was sent: a second reply concerns the second attempt. */
  times: number;
  found: Found | null;
}

/** Records what was sent and what was acknowledged, and compares it with the portal's data. */
export class History {
  readonly entries: Entry[] = [];
  /** The clock of the records. */
  clock: () => number = () => performance.now();
  /** The last audit line that a check has read, and the first entry not checked yet. */
  #lastLine = 0;
  #unchecked = 0;

  async send(client: Client, operation: Operation): Promise<Entry> {
    const entry: Entry = {
      operation,
      sentAt: this.clock(),
      state: 'sent',
      answeredAt: Number.POSITIVE_INFINITY,
      status: null,
      saysWhen: false,
      answer: null,
      times: 0,
      found: null,
    };
    this.entries.push(entry);
    await this.#settle(entry, client);
    return entry;
  }

  /** Sends unfinished operations again, where that completes them. */
  async complete(client: Client): Promise<void> {
    for (const entry of this.entries)
      if (entry.state === 'unknown' && entry.operation.isRepeatable) await this.#settle(entry, client);
  }

  count(state: State): number {
    return this.entries.filter((entry) => entry.state === state).length;
  }

  /** The disagreements among the entries since the last check. */
  async checkNew(client: Client): Promise<string[]> {
    const seen = await Seen.open(client, this.#lastLine);
    const entries = this.entries.slice(this.#unchecked);
    const wrong = await disagreements(entries, seen);
    this.#lastLine = seen.lastLine;
    this.#unchecked = this.entries.length;
    return wrong;
  }

  /** The disagreements among all entries. */
  async checkAll(client: Client): Promise<string[]> {
    return disagreements(this.entries, await Seen.open(client, 0));
  }

  async #settle(entry: Entry, client: Client): Promise<void> {
    entry.times += 1;
    const answer = await entry.operation.send(client);
    entry.status = answer.status;
    if (answer.status !== 'cut') entry.answer = answer.body;
    entry.saysWhen = answer.status !== 'cut' && answer.headers.has('retry-after');
    entry.state = stateAfter(entry.operation, answer);
    if (entry.state === 'acknowledged') entry.answeredAt = this.clock();
  }
}

function stateAfter(operation: Operation, answer: Awaited<ReturnType<Operation['send']>>): State {
  if (answer.status === 'cut' || answer.status >= 500) return 'unknown';
  if (answer.status !== 200) return 'refused';
  return operation.isAcknowledgedBy?.(answer.body) === false ? 'refused' : 'acknowledged';
}

export async function disagreements(entries: readonly Entry[], seen: Seen): Promise<string[]> {
  const wrong: string[] = [];
  for (const entry of entries) {
    entry.found = await entry.operation.find(seen);
    const fault = faultOf(entry);
    if (fault) wrong.push(`${entry.operation.what} (${entry.state}, ${entry.status}): ${fault}`);
  }
  const written = entries.filter(({ operation }) => operation.register);
  for (const [key, group] of Map.groupBy(written, ({ operation }) => operation.register?.key ?? '')) {
    const fault = await registerFault(group, seen);
    if (fault) wrong.push(`${key}: ${fault}`);
  }
  return wrong;
}

/** Replies which state that nothing was saved. */
const denials = ['database.full', 'database.unavailable'];

function isDenied({ state, times, answer }: Entry): boolean {
  const { code = '' } = (answer ?? {}) as { code?: string };
  return state === 'refused' || (state === 'unknown' && times === 1 && denials.includes(code));
}

function faultOf(entry: Entry): string | null {
  const { state, found } = entry;
  if (found === null || found === 'whole') return isDenied(entry) ? 'was refused, and is there' : null;
  if (found === 'none') return state === 'acknowledged' ? 'was acknowledged, and is lost' : null;
  return found.wrong;
}

/** The value must be that of a stored operation that no acknowledged one has followed. */
async function registerFault(entries: readonly Entry[], seen: Seen): Promise<string | null> {
  const there = entries.filter(({ found }) => found === 'whole');
  const last = there.filter(
    ({ answeredAt }) => !there.some((other) => other.state === 'acknowledged' && other.sentAt > answeredAt),
  );
  if (last.length === 0) return null;
  const current = await last[0]?.operation.register?.current(seen);
  if (last.some(({ operation }) => operation.register?.value === current)) return null;
  return `holds "${current}" instead of "${last.map(({ operation }) => operation.register?.value).join('" or "')}"`;
}

import type { Client } from './client.ts';
import type { Found, Operation } from './operation.ts';
import { Seen } from './seen.ts';

/** What is known of a deed that was sent. `unknown`: the line broke or the server failed; it may be there or not. */
export type State = 'sent' | 'acknowledged' | 'unknown' | 'refused';

export interface Entry {
  readonly operation: Operation;
  readonly sentAt: number;
  state: State;
  /** When the answer came; never for one that is not acknowledged. */
  answeredAt: number;
  status: number | 'cut' | null;
  /** Whether an answer that somebody should come again said when. */
  saysWhen: boolean;
  /** What the last answer said. */
  answer: unknown;
  /** How often it was sent: what a second answer says is about the second try. */
  times: number;
  found: Found | null;
}

/** Keeps book of what was sent and what was acknowledged, and holds it against what is there. */
export class History {
  readonly entries: Entry[] = [];
  /** What sooner and later are told by. */
  clock: () => number = () => performance.now();
  /** The last line of the audit trail that a check has seen, and the first entry that it has not. */
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

  /** Sends again what can be completed that way. */
  async complete(client: Client): Promise<void> {
    for (const entry of this.entries)
      if (entry.state === 'unknown' && entry.operation.isRepeatable) await this.#settle(entry, client);
  }

  count(state: State): number {
    return this.entries.filter((entry) => entry.state === state).length;
  }

  /** What disagrees among the entries since the last check. */
  async checkNew(client: Client): Promise<string[]> {
    const seen = await Seen.open(client, this.#lastLine);
    const entries = this.entries.slice(this.#unchecked);
    const wrong = await disagreements(entries, seen);
    this.#lastLine = seen.lastLine;
    this.#unchecked = this.entries.length;
    return wrong;
  }

  /** What disagrees among all entries, from the first on. */
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

/** Answers that say in words that nothing was saved. */
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

/** The value must be that of a deed which is there and which no acknowledged one has followed. */
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

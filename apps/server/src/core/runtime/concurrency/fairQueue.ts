import { AppError } from '../errors.ts';

/** A caller of the queue; work is shared fairly between values of `client`. */
export interface Client {
  readonly client: string;
  /** The network around the client: at equal load, clients of the busiest neighbourhood lose places first. */
  readonly neighbourhood: string;
  /** Known clients go before unknown clients. */
  readonly isKnown: boolean;
}

interface Waiting {
  readonly neighbourhood: string;
  readonly start: () => void;
  readonly refuse: () => void;
}

interface FairQueueLimits {
  readonly atOnce: number;
  /** The limit for known clients, and the same for others. */
  readonly maxWaiting: number;
}

/** After so many turns in a row for known clients, the next turn goes to another client. */
const knownInARow = 3;
const waitingPerKnown = 4;
/** While more clients wait, every second turn goes to the newest client: a flood's clients are older. */
const crowd = 16;
/** The half-life of failures, in milliseconds. */
const halfLife = 15_000;
const mostFailures = 20_000;

/**
 * Limits concurrent and waiting work, shared fairly. Known clients go first; among the others, the client
 * with the fewest recent failures goes first, and in a full queue the client with the highest load loses a
 * place. So a client without failures is served at once, however many requests of a flood wait.
 */
export function openFairQueue({ atOnce, maxWaiting }: FairQueueLimits) {
  const known = new Map<string, Waiting[]>();
  const others = new Map<string, Waiting[]>();
  const running = new Map<string, number>();
  const failures = new Map<string, { count: number; at: number }>();
  const asking = new Map<string, number>();
  let busy = 0;
  let knownTurns = 0;
  let takesNewest = false;

  const failuresOf = (client: string) => {
    const past = failures.get(client);
    return past ? past.count * 2 ** ((past.at - performance.now()) / halfLife) : 0;
  };
  const setFailures = (client: string, count: number) => {
    failures.delete(client);
    if (count > 0.1) failures.set(client, { count, at: performance.now() });
    const oldest = failures.size > mostFailures && failures.keys().next().value;
    if (oldest) failures.delete(oldest);
  };
  const costOf = (client: string) => failuresOf(client) + (running.get(client) ?? 0);

  const askingFrom = (neighbourhood: string) => asking.get(neighbourhood) ?? 0;
  const count = (neighbourhood: string, more: number) => {
    const now = askingFrom(neighbourhood) + more;
    if (now > 0) asking.set(neighbourhood, now);
    else asking.delete(neighbourhood);
  };

  /** The client with the highest load, if this load exceeds the load that this client would have. */
  const findWorse = ({ client, neighbourhood }: Client): string | null => {
    let worst = Math.round(costOf(client)) + (others.get(client)?.length ?? 0) + 1;
    let most = askingFrom(neighbourhood);
    let found: string | null = null;
    for (const [other, line] of others) {
      const load = Math.round(costOf(other)) + line.length;
      const around = askingFrom(line[0]?.neighbourhood ?? '');
      if (load < worst || (load === worst && around <= most)) continue;
      worst = load;
      most = around;
      found = other;
    }
    return found;
  };

  const takeFrom = (queue: Map<string, Waiting[]>, client: string, last = false): Waiting | undefined => {
    const line = queue.get(client);
    const taken = last ? line?.pop() : line?.shift();
    queue.delete(client);
    // A client with more waiting work goes to the end, unless it only lost a place.
    if (line && line.length > 0) queue.set(client, line);
    return taken;
  };

  const next = (): readonly [string, Waiting | undefined] | null => {
    const first = known.keys().next().value;
    if (first !== undefined && (knownTurns < knownInARow || others.size === 0)) {
      knownTurns++;
      return [first, takeFrom(known, first)];
    }
    knownTurns = 0;
    let lowest = Number.POSITIVE_INFINITY;
    let [oldest, newest]: (string | null)[] = [null, null];
    for (const client of others.keys()) {
      const cost = Math.round(costOf(client));
      if (cost > lowest) continue;
      if (cost < lowest) oldest = client;
      lowest = cost;
      newest = client;
    }
    takesNewest = others.size > crowd && !takesNewest;
    const client = takesNewest ? newest : oldest;
    return client ? [client, takeFrom(others, client)] : null;
  };

  const begin = (client: string) => {
    busy++;
    running.set(client, (running.get(client) ?? 0) + 1);
  };
  const end = (client: string) => {
    busy--;
    const left = (running.get(client) ?? 1) - 1;
    if (left > 0) running.set(client, left);
    else running.delete(client);
    const turn = next();
    if (turn) turn[1]?.start();
  };

  const wait = ({ client, neighbourhood, isKnown }: Client): Promise<void> =>
    new Promise((resolve, reject) => {
      const hasRoom =
        isKnown && (known.get(client)?.length ?? 0) < waitingPerKnown && size(known) < maxWaiting;
      const queue = hasRoom ? known : others;
      if (!hasRoom && size(others) >= maxWaiting) {
        const worse = findWorse({ client, neighbourhood, isKnown });
        if (worse === null) return reject(refusal());
        takeFrom(others, worse, true)?.refuse();
      }
      const start = () => {
        begin(client);
        resolve();
      };
      const waiting = { neighbourhood, start, refuse: () => reject(refusal()) };
      queue.set(client, [...(queue.get(client) ?? []), waiting]);
    });

  return {
    /** @throws AppError `busy` if there is no place for this client, or its place went to another client. */
    async run<T>(client: Client, work: () => Promise<T>): Promise<T> {
      count(client.neighbourhood, 1);
      try {
        if (busy < atOnce) begin(client.client);
        else await wait(client);
        try {
          return await work();
        } finally {
          end(client.client);
        }
      } finally {
        count(client.neighbourhood, -1);
      }
    },
    addFailure: (client: string) => setFailures(client, failuresOf(client) + 1),
    addSuccess: (client: string) => setFailures(client, failuresOf(client) / 2),
    waiting: () => size(known) + size(others),
  };
}

function size(queue: ReadonlyMap<string, readonly Waiting[]>): number {
  let waiting = 0;
  for (const { length } of queue.values()) waiting += length;
  return waiting;
}

function refusal(): AppError {
  return new AppError('busy', { headers: { 'retry-after': '5' } });
}

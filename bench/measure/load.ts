import { openLine, type Reply, type Request } from './httpLine.ts';
import { percentile } from './observe.ts';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Answers before the count begins; one second where it is not said. */
  readonly warmUpSeconds?: number;
  /** What the `n`th request says. */
  readonly request: (n: number) => Request;
  /** @throws for an answer that is not the wanted one; where it is not said, all but 200 are wrong. */
  readonly check?: (reply: Reply, n: number) => void;
}

export interface Loaded {
  readonly perSecond: number;
  /** Of one request, in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly answers: number;
}

/** Asks on so many kept connections at once, each for the next thing as soon as it has its answer. */
export async function load(of: Load): Promise<Loaded> {
  const { url, connections, seconds, warmUpSeconds = 1, request, check = requireOk } = of;
  const start = performance.now() + warmUpSeconds * 1000;
  const end = start + seconds * 1000;
  const times: number[] = [];
  let next = 0;
  const ask = async () => {
    const line = await openLine(url);
    try {
      for (let now = performance.now(); now < end; ) {
        const n = next++;
        const reply = await line.ask(request(n));
        check(reply, n);
        const asked = now;
        now = performance.now();
        if (asked >= start && now <= end) times.push(now - asked);
      }
    } finally {
      line.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    p99: percentile(times, 0.99),
    answers: times.length,
  };
}

function requireOk({ status, body }: Reply): void {
  if (status !== 200) throw new Error(`answered ${status}: ${body.toString('utf8', 0, 300)}`);
}

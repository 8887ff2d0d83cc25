import { openLine, type Reply, type Request } from './httpLine.ts';
import { percentile } from './observe.ts';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  /** Seconds of requests before counting begins; default one. */
  readonly warmUpSeconds?: number;
  /** Builds the `n`th request. */
  readonly request: (n: number) => Request;
  /** @throws for a wrong response; by default all but 200 are wrong. */
  readonly check?: (reply: Reply, n: number) => void;
}

export interface Loaded {
  readonly perSecond: number;
  /** Milliseconds of one request. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly answers: number;
}

/** Sends requests on this many keep-alive connections at once, each the next one after its response. */
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

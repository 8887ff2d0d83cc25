import type { FastifyInstance } from 'fastify';
import type { Metric } from './exposition.ts';

const bounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

interface Tally {
  readonly labels: { readonly method: string; readonly route: string; readonly status: number };
  readonly buckets: number[];
  count: number;
  seconds: number;
}

/** Counts responses by route pattern rather than URL: a URL may hold tokens, and patterns are few. */
export function countRequests(app: FastifyInstance): () => Metric[] {
  const tallies = new Map<string, Tally>();
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
    };
    const key = Object.values(labels).join(' ');
    const tally = tallies.get(key) ?? { labels, buckets: bounds.map(() => 0), count: 0, seconds: 0 };
    tallies.set(key, tally);
    const seconds = reply.elapsedTime / 1000;
    tally.count += 1;
    tally.seconds += seconds;
    bounds.forEach((bound, n) => {
      if (seconds <= bound) tally.buckets[n] = (tally.buckets[n] ?? 0) + 1;
    });
    done();
  });
  return () => [histogram([...tallies.values()])];
}

function histogram(tallies: readonly Tally[]): Metric {
  const values = tallies.flatMap(({ labels, buckets, count, seconds }) => [
    ...bounds.map((le, n) => ({ suffix: '_bucket', labels: { ...labels, le }, value: buckets[n] ?? 0 })),
    { suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { suffix: '_sum', labels, value: seconds },
    { suffix: '_count', labels, value: count },
  ]);
  return {
    name: 'guichet_request_seconds',
    help: 'Answers by route and status. Sign-ins: /api/auth/login; imports: /api/import.',
    type: 'histogram',
    values,
  };
}

/** Small reads by two server processes on one PostgreSQL, compared with one. */
import { availableParallelism } from 'node:os';
import { load } from '../measure/load.ts';
import { busyMs } from '../measure/observe.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

/** Two server processes, PostgreSQL for both, and the client. */
const neededCores = 6;
/** Connections per process. */
const connections = 10;
const seconds = 5;

export const twoServers: Row = {
  name: 'twoServers',
  async run(stage) {
    const databaseUrl = await stage.people(10_000);
    const portals = [
      await stage.startPortal({ DATABASE_URL: databaseUrl }),
      await stage.startPortal({ DATABASE_URL: databaseUrl }),
    ];
    const sides = await Promise.all(
      portals.map(async ({ url }) => ({ url, headers: (await signInAs(url, admin)).headers })),
    );
    const read = async (among: typeof sides) => {
      const request = (headers: { readonly authorization: string }) =>
        ({ method: 'GET', path: '/api/home', headers }) as const;
      const loads = among.map(({ url, headers }) =>
        load({ url, connections, seconds, request: () => request(headers) }),
      );
      const before = busyMs();
      const start = performance.now();
      const perSecond = (await Promise.all(loads)).reduce((sum, one) => sum + one.perSecond, 0);
      const busyCores = (busyMs() - before) / (performance.now() - start);
      return { perSecond, busyCores, msEach: (busyCores * 1000) / perSecond };
    };
    const { product, limit } = await alternate(
      3,
      () => read(sides),
      () => read(sides.slice(0, 1)),
    );
    for (const portal of portals) await portal.stop();
    return {
      results: [
        beside({
          job: 'home pages read from two server processes on one PostgreSQL',
          product: median(product.map(({ perSecond }) => perSecond)),
          limit: { what: 'one process', value: median(limit.map(({ perSecond }) => perSecond)) },
          unit: '/s',
          atLeast: 1.6,
          note: noteOf(product, limit),
          bound: boundOf(availableParallelism()),
        }),
      ],
    };
  },
};

interface Reading {
  /** The number of busy cores, all processes together. */
  readonly busyCores: number;
  /** CPU time of all processes for one page. */
  readonly msEach: number;
}

function noteOf(two: readonly Reading[], one: readonly Reading[]): string {
  const of = (readings: readonly Reading[], what: keyof Reading) =>
    median(readings.map((reading) => reading[what])).toFixed(2);
  return `One process, with PostgreSQL and whoever asks, keeps ${of(one, 'busyCores')} cores busy, two keep ${of(two, 'busyCores')}; one page takes ${of(one, 'msEach')} and ${of(two, 'msEach')} ms of processor time.`;
}

function boundOf(cores: number): string | undefined {
  if (cores >= neededCores) return undefined;
  return `This machine has ${cores} cores, most of which one process with PostgreSQL and whoever asks already takes (below): what a second one gives shows from ${neededCores} cores on. Tried: five connections to each of the two instead of ten (0.85 to 0.93).`;
}

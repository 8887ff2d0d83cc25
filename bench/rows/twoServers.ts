/** Small reads by two server processes on one PostgreSQL, beside one. */
import { availableParallelism } from 'node:os';
import { load } from '../measure/load.ts';
import { busyMs } from '../measure/observe.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

/** Two processes, PostgreSQL for both, and whoever asks. */
const neededCores = 6;
/** To each process. */
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
      const busyShare = (busyMs() - before) / (performance.now() - start);
      return { perSecond, msEach: (busyShare * 1000) / perSecond };
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
          note: `Processor time of everything on the machine for one page: ${msOf(product)} ms with two, ${msOf(limit)} with one.`,
          bound: boundOf(availableParallelism()),
        }),
      ],
    };
  },
};

function msOf(reads: readonly { readonly msEach: number }[]): string {
  return median(reads.map(({ msEach }) => msEach)).toFixed(2);
}

function boundOf(cores: number): string | undefined {
  if (cores >= neededCores) return undefined;
  return `This machine has ${cores} cores, on which the processes, PostgreSQL and whoever asks stand in one another’s way; what a second process gives shows from ${neededCores} cores on. A page costs about as much processor time from either of two as from one (below), so that they wait for cores and for nothing else.`;
}

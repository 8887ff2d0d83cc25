/** Small reads by two server processes on one PostgreSQL, beside one. */
import { availableParallelism } from 'node:os';
import { load } from '../measure/load.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

/** Two processes, PostgreSQL for both, and whoever asks. */
const neededCores = 6;
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
        load({ url, connections: connections / among.length, seconds, request: () => request(headers) }),
      );
      return (await Promise.all(loads)).reduce((sum, { perSecond }) => sum + perSecond, 0);
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
          product: median(product),
          limit: { what: 'one process', value: median(limit) },
          unit: '/s',
          atLeast: 1.6,
          bound: boundOf(availableParallelism()),
        }),
      ],
    };
  },
};

function boundOf(cores: number): string | undefined {
  if (cores >= neededCores) return undefined;
  return `This machine has ${cores} cores, on which the processes, PostgreSQL and whoever asks stand in one another’s way: what a second process gives shows from ${neededCores} cores on.`;
}

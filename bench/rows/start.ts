/**
 * From process start to the first reply: the product with current migrations, compared with Fastify and `pg`; and on
 * the embedded database.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row, within } from '../row.ts';
import { startLimit } from '../stage/limit.ts';

const rounds = 7;

export const start: Row = {
  name: 'start',
  async run(stage) {
    const databaseUrl = await stage.people(0);
    const onPostgres = await stage.startPortal({ DATABASE_URL: databaseUrl });
    await onPostgres.stop();
    const embedded = await stage.startPortal({});
    await embedded.stop();
    const port = new URL(onPostgres.url).port;
    const of = (portal: typeof embedded) => async () => {
      const answered = firstAnswer(`${portal.url.replace('localhost', '127.0.0.1')}/api/valid/health`);
      await portal.startAgain();
      const ms = await answered;
      await portal.stop();
      return ms;
    };
    const { product, limit } = await alternate(rounds, of(onPostgres), async () => {
      const answered = firstAnswer(`http://127.0.0.1:${port}/`);
      const program = await startLimit('indexedSelect', { DATABASE_URL: databaseUrl, PORT: port });
      const ms = await answered;
      await program.stop();
      return ms;
    });
    const alone: number[] = [];
    for (let round = 0; round < rounds; round++) alone.push(await of(embedded)());
    return {
      results: [
        beside({
          job: 'start to the first 200, migrations current',
          product: median(product),
          limit: { what: 'Fastify + pg', value: median(limit) },
          unit: 'ms',
          atMost: 3,
          bound: startBound,
        }),
        within({
          job: 'the same on the embedded database',
          product: median(alone),
          unit: 'ms',
          atMost: 2000,
        }),
      ],
    };
  },
};

const startBound =
  'Node takes about a millisecond of processor time for each module, of which there were 1,983: 668 of the server, 109 of the ' +
  'contract, 255 of the query layer, 92 of the schemas. The libraries of SAML and OpenID Connect as a provider, with what they ' +
  'need 397 of them, are loaded when they are used (20 MB of memory less). Tried: the compile cache of `npm start` ' +
  '(2.2 to 1.4 s of processor time), packing server, query layer and schemas into one file (a fifth less, and a second form of the program to keep ' +
  'true: not taken).';

/** Milliseconds until the address answers 200 for the first time. */
async function firstAnswer(url: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const isThere = await fetch(url, { headers: { connection: 'close' } }).then(
      async (reply) => {
        await reply.arrayBuffer();
        return reply.ok;
      },
      () => false,
    );
    if (isThere) return performance.now() - start;
    await wait(5);
  }
}

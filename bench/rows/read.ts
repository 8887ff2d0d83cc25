/** A small read, with a lookup of session and rights per request, compared with Fastify and one indexed select. */
import { emailOf, peoplePassword } from '../data/people.ts';
import { load } from '../measure/load.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { startLimit } from '../stage/limit.ts';
import { signInAs } from '../stage/signInAs.ts';

const people = 100_000;
const readers = 20;
const connections = 10;
const seconds = 5;
const rounds = 3;

export const read: Row = {
  name: 'read',
  async run(stage) {
    const databaseUrl = await stage.people(people);
    const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
    const limit = await startLimit('indexedSelect', { DATABASE_URL: databaseUrl });
    const signedIn = await Promise.all(
      Array.from({ length: readers }, (_, n) =>
        signInAs(portal.url, { email: emailOf(n + 1), password: peoplePassword }),
      ),
    );
    const ofProduct = (for_: number) =>
      load({
        url: portal.url,
        connections,
        seconds: for_,
        request: (n) => ({
          method: 'GET',
          path: '/api/user/IsAuthorized/1/0',
          headers: { ...signedIn[n % readers]?.headers },
        }),
      });
    const ofLimit = (for_: number) =>
      load({
        url: limit.url,
        connections,
        seconds: for_,
        request: (n) => ({ method: 'GET', path: `/people/${1000 + (n % 1000)}` }),
      });
    // Warm-up, until both are compiled.
    await Promise.all([ofProduct(4), ofLimit(4)]);
    const sides = await alternate(
      rounds,
      () => ofProduct(seconds),
      () => ofLimit(seconds),
    );
    await portal.stop();
    await limit.stop();
    const p95 = (loads: readonly { readonly p95: number }[]) =>
      median(loads.map((one) => one.p95)).toFixed(1);
    return {
      results: [
        beside({
          job: 'a small read, session and rights looked up each time',
          product: median(sides.product.map(({ perSecond }) => perSecond)),
          limit: {
            what: 'Fastify + one indexed select',
            value: median(sides.limit.map(({ perSecond }) => perSecond)),
          },
          unit: '/s',
          atLeast: 0.55,
          bound: readBound,
          note: `${connections} connections, ${readers} people; p95 ${p95(sides.product)} ms beside ${p95(sides.limit)} ms.`,
        }),
      ],
    };
  },
};

const readBound =
  'One thread answers, as in the limit. Of its time a good fifth goes into taking memory back (28 kB for a request), a quarter ' +
  'into writing to sockets, the rest into framework, session, rights and the line of the log. Tried: a nursery of 8 MB ' +
  'instead of 4 (5 to 10 % more; 16 gives no more, and an import then takes 158 MB), statements handed to the client without ' +
  'its copy of them (5 %), sessions asked for together.';

/**
 * The people search of an administrator of one system, with 11,000 candidates among 100,000 people, compared with the same
 * search of a super admin in the same rounds.
 */
import type pg from 'pg';
import { appointAdministrator, emailOf, peoplePassword, withClient } from '../data/people.ts';
import { mixedTerm, searchedText, termKinds, termOf } from '../data/terms.ts';
import { type Loaded, load } from '../measure/load.ts';
import { untilIndexed } from '../measure/observe.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row, within } from '../row.ts';
import { type SignedIn, signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

const people = 100_000;
const systemId = 3;
const connections = 10;
const seconds = 5;
const rounds = 4;

export const searchOfSystem: Row = {
  name: 'searchOfSystem',
  async run(stage) {
    const databaseUrl = await stage.copy(people);
    await appointAdministrator(databaseUrl, systemId, emailOf(1));
    const candidates = await withClient(databaseUrl, (client) => countPeople(client, ''));
    const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
    const superAdmin = await signInAs(portal.url, admin);
    const ofSystem = await signInAs(portal.url, { email: emailOf(1), password: peoplePassword });
    await untilIndexed(portal.url, people);
    await requireSameTotals(ofSystem, databaseUrl);
    const search = (who: SignedIn, round: number) =>
      load({
        url: portal.url,
        connections,
        seconds,
        request: (n) => ({
          method: 'POST',
          path: '/api/user/search',
          headers: { 'content-type': 'application/json', ...who.headers },
          body: JSON.stringify({ filters: [{ searchTerm: mixedTerm(n + round * 100_000, people) }] }),
        }),
      });
    const sides = await alternate(
      rounds,
      (round) => search(ofSystem, round),
      (round) => search(superAdmin, round),
    );
    await portal.stop();
    await stage.drop(databaseUrl);
    const of = (loads: readonly Loaded[], key: keyof Loaded) => median(loads.map((one) => one[key]));
    const p99 = of(sides.product, 'p99');
    const note = `${connections} connections, ${candidates} candidates; p99 ${p99.toFixed(1)} ms beside ${of(sides.limit, 'p99').toFixed(1)} ms.`;
    const perSecond = of(sides.product, 'perSecond');
    return {
      results: [
        beside({
          job: 'search among 100,000 people by an administrator of one system, mixed terms',
          product: perSecond,
          limit: { what: 'the same by a super admin', value: of(sides.limit, 'perSecond') },
          unit: '/s',
          atLeast: 1,
          note,
          bound,
        }),
        within({ job: 'the same, on any machine', product: perSecond, unit: '/s', atLeast: 1200, bound }),
        within({
          job: 'the slowest of a hundred of them (p99)',
          product: p99,
          unit: 'ms',
          atMost: 40,
          bound,
        }),
      ],
    };
  },
};

const bound =
  'Both searches look up session and rights, ask the index in its thread, and fetch the rows of a page and then their roles: three statements, ' +
  'which were five for the administrator; with two queries fewer to build and send, a search of hers takes 0.82 of the processor time that it took, ' +
  'server and PostgreSQL together. Of what is left in the one thread that answers, a third goes into writing to sockets, a tenth into taking memory ' +
  'back. The administrator’s index is read faster, since it holds her people alone, and her rows cost more: roles decide whom she may manage. ' +
  'A page of 25 people is made into a reply in 32 µs since 1 December 2026, where the schema library took 98 (in one process, in turns).';

async function countPeople(client: pg.Client, term: string): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::integer as n from users
     where id in (select user_id from user_roles where system_id = $1) and position($2 in ${searchedText}) > 0`,
    [systemId, term],
  );
  return rows[0].n;
}

/** @throws when the administrator finds other people than a plain count */
async function requireSameTotals(ofSystem: SignedIn, databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    for (const kind of termKinds)
      for (let n = 0; n < 5; n++) {
        const searchTerm = termOf(kind, n, people);
        const found = await ofSystem.post('/api/user/search', { filters: [{ searchTerm }] });
        const { totalItems } = found as { totalItems: number };
        const expected = await countPeople(client, searchTerm);
        if (totalItems !== expected)
          throw new Error(`« ${searchTerm} » finds ${totalItems} people of the system, not ${expected}`);
      }
  });
}

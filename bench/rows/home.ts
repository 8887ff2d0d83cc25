/** Home of an administrator compared with that of a candidate, who has no figures; and the figures, with the home that they stand in. */
import { appointAdministrator, emailOf, peoplePassword } from '../data/people.ts';
import { type Loaded, load } from '../measure/load.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { type SignedIn, signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

const people = 100_000;
const connections = 10;
const seconds = 2;
const rounds = 6;

export const home: Row = {
  name: 'home',
  async run(stage) {
    const databaseUrl = await stage.copy(people);
    // The system of both, so that each home has one row.
    await appointAdministrator(databaseUrl, 1, emailOf(1));
    const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
    const signIn = (n: number) => signInAs(portal.url, { email: emailOf(n), password: peoplePassword });
    const [ofSystem, candidate, superAdmin] = [
      await signIn(1),
      await signIn(2),
      await signInAs(portal.url, admin),
    ];
    const read = (path: string, who: SignedIn, count: number) => () =>
      load({
        url: portal.url,
        connections: count,
        seconds,
        request: () => ({ method: 'GET', path, headers: { ...who.headers } }),
      });
    // Warm-up, until it is compiled.
    for (let n = 0; n < 2; n++) await read('/api/home', candidate, connections)();
    const compare = async (path: string, who: SignedIn, plain: SignedIn, count: number) => {
      const sides = await alternate(rounds, read(path, who, count), read('/api/home', plain, count));
      const of = (loads: readonly Loaded[], key: keyof Loaded) => median(loads.map((one) => one[key]));
      return {
        product: of(sides.product, 'perSecond'),
        limit: of(sides.limit, 'perSecond'),
        p99: `p99 ${of(sides.product, 'p99').toFixed(1)} ms beside ${of(sides.limit, 'p99').toFixed(1)} ms`,
      };
    };
    const ofCandidate = async () => {
      const { product, limit, p99 } = await compare('/api/home', ofSystem, candidate, connections);
      return beside({
        job: 'home of an administrator, without figures',
        product,
        limit: { what: 'home of a candidate, without figures', value: limit },
        unit: '/s',
        atLeast: 0.9,
        bound:
          'Planned once, the statement of settings, which tells staff who the super admins are, takes 45 µs in PostgreSQL beside 20, and up to three homes ' +
          'share it; planned anew at each call it took 330 more beside 120. With it a home of an administrator takes as much processor time as a ' +
          'candidate’s, server and PostgreSQL together (647 and 650 µs), where it took 1.24 of it in the same run.',
        note: `${connections} connections; ${p99}.`,
      });
    };
    const figures = async (job: string, who: SignedIn) => {
      const { product, limit, p99 } = await compare('/api/home/work', who, who, connections);
      const alone = await compare('/api/home/work', who, who, 1);
      return beside({
        job,
        product,
        limit: { what: 'her own home, without figures', value: limit },
        unit: '/s',
        atLeast: 0.9,
        bound:
          'Six statements, which readers at the same moment share. Four of them were planned anew at each visit to some systems, in 2.9 ms where they run in ' +
          '1.5; planned once, a visit to one takes 0.53 of the processor time that it took. Two read the candidates of the exams shown at each visit, 27 exams of ' +
          '250 for nine systems: who is in takes 2 ms in PostgreSQL, half of it the count, and who is to be invited 3.5 ms for people without a mail, as here (17.5 while ' +
          'each account was read), and 14 with two mails of everybody. Counts kept beside them would have to follow imports, removals, sign-ins and each mail. ' +
          'The answer for nine systems takes 0.8 ms of the server’s own processor time, where home without figures takes 0.45, as the answer for one does.',
        note: `${connections} connections; ${p99}. One reader alone, who shares with nobody: ${(alone.product / alone.limit).toFixed(2)} of her own home.`,
      });
    };
    const results = [
      await ofCandidate(),
      await figures('the figures of home, of one system', ofSystem),
      await figures('the figures of home, of all nine systems', superAdmin),
    ];
    await portal.stop();
    await stage.drop(databaseUrl);
    return { results };
  },
};

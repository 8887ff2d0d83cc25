/** A rush of sign-ins compared with Argon2id alone, and the waits of other requests meanwhile. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { emailOf, peoplePassword } from '../data/people.ts';
import type { Reply } from '../measure/httpLine.ts';
import { load } from '../measure/load.ts';
import { percentile, probe } from '../measure/observe.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin } from '../stage/stage.ts';

const people = 100_000;
const connections = 10;
const seconds = 8;
const rounds = 3;

export const signIn: Row = {
  name: 'signIn',
  async run(stage) {
    const databaseUrl = await stage.copy(people);
    const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
    const { headers } = await signInAs(portal.url, admin);
    const others = () => probe(portal.url, { method: 'GET', path: '/api/home', headers });
    const idle: number[] = [];
    const busy: number[] = [];
    const { product, limit } = await alternate(
      rounds,
      async (round) => {
        const before = others();
        await new Promise((resolve) => setTimeout(resolve, 2000));
        idle.push(...(await before.stop()));
        const meanwhile = others();
        const request = (n: number) => signInOf(1 + ((round * 20_000 + n) % people));
        const { perSecond } = await load({
          url: portal.url,
          connections,
          seconds,
          request,
          check: requireTokens,
        });
        busy.push(...(await meanwhile.stop()));
        return perSecond;
      },
      () => verifyAlone(seconds),
    );
    await portal.stop();
    await stage.drop(databaseUrl);
    const p95 = (times: number[]) =>
      percentile(
        times.sort((a, b) => a - b),
        0.95,
      );
    return {
      results: [
        beside({
          job: 'sign-in',
          product: median(product),
          limit: { what: 'Argon2id alone', value: median(limit) },
          unit: '/s',
          atLeast: 0.85,
          bound: signInBound,
          note: `${connections} connections, everybody with an account and a network address of her own, as at home on the morning of an exam: the rate limits are on (300 tries a minute for one address) and refuse nobody.`,
        }),
        beside({
          job: 'p95 of another person’s home page meanwhile',
          product: p95(busy),
          limit: { what: 'while nobody signs in', value: p95(idle) },
          unit: 'ms',
          atMost: 3,
          bound: othersBound,
        }),
      ],
    };
  },
};

const othersBound =
  'As many hashes run as there are cores, and PostgreSQL needs them too: whoever asks waits until the kernel takes a hash off ' +
  'one of them. Tried: threads that hash five steps of priority behind the rest, as they are now. Fewer hashes at once would ' +
  'free a core for the price of as many sign-ins.';

function signInOf(n: number) {
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return {
    method: 'POST',
    path: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ username: emailOf(n), password: peoplePassword }),
  } as const;
}

function requireTokens({ status, body }: Reply): void {
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${body.toString('utf8', 0, 300)}`);
}

const signInBound =
  'Alone, hashes take all of both cores: 9.0 ms each. Beside other work, which takes its share of the caches, one takes 10.0, ' +
  'so that 0.5 ms would be left for all the rest, which takes 3.0: 1.65 in the server’s own thread, a good third of it the ' +
  'writing of messages to the database, 1.2 in PostgreSQL, 0.2 in V8’s helpers. Tried: half the trips to the database (16 to 8; ' +
  'the last two, for the count of tries, gave 5 to 8 % of what is beside the hash); session, token, last visit and audit line ' +
  'as one statement (1.38 and 1.0 ms, 4 % more sign-ins: not kept, since the line would be written by other code than all ' +
  'others); prepared statements; tokens signed at once rather than in the pool in which passwords are hashed; the hash of ' +
  'libsodium (159 a second where this one does 218) and Node’s own (2.6 times as long); other settings for the memory of the ' +
  'hash, which already asks for huge pages (no difference).';

/** Verifications per second, in a separate process. */
async function verifyAlone(forSeconds: number): Promise<number> {
  const program = fork(fileURLToPath(new URL('../limits/argon2Alone.ts', import.meta.url)), [
    String(forSeconds),
  ]);
  const [perSecond] = await once(program, 'message');
  return Number(perSecond);
}

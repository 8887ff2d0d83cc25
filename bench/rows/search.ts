/**
 * The people search, a page of 25 by name with the exact total, compared with Fastify and the ideal statement and with
 * Fastify and a scan of memory; with 100,000 people and with a million.
 */
import { mixedTerm, termKinds, termOf } from '../data/terms.ts';
import { openLine, type Request } from '../measure/httpLine.ts';
import { type Loaded, load } from '../measure/load.ts';
import { untilIndexed } from '../measure/observe.ts';
import { median } from '../measure/rounds.ts';
import { beside, type Result, type Row, within } from '../row.ts';
import { startLimit } from '../stage/limit.ts';
import { signInAs } from '../stage/signInAs.ts';
import { admin, type Stage } from '../stage/stage.ts';

const connections = 10;
const rounds = 3;
const json = { 'content-type': 'application/json' };

type Term = (n: number) => string;
const sides = ['product', 'statement', 'memory'] as const;
type Side = (typeof sides)[number];

interface Place {
  readonly urls: Readonly<Record<Side, string>>;
  request(side: Side, term: string): Request;
  close(): Promise<void>;
}

export const search: Row = {
  name: 'search',
  async run(stage) {
    const small = await open(stage, 100_000);
    await requireSameTotals(small, 100_000);
    const mixed = await measure(small, (n) => mixedTerm(n, 100_000), 5);
    const unique = await measure(small, (n) => termOf('unique', n, 100_000), 4);
    await small.close();
    const large = await open(stage, 1_000_000);
    await requireSameTotals(large, 1_000_000);
    const mixedLarge = await measure(large, (n) => mixedTerm(n, 1_000_000), 8);
    const alone = await unloaded(large);
    await large.close();
    const best = mixed.statement.perSecond > mixed.memory.perSecond ? 'statement' : 'memory';
    return {
      results: [
        beside({
          job: 'search among 100,000 people, mixed terms',
          product: mixed.product.perSecond,
          limit: { what: `the better of both: ${nameOf(best)}`, value: mixed[best].perSecond },
          unit: '/s',
          atLeast: 0.8,
          bound: searchBound,
          note: notes(mixed),
        }),
        beside({
          job: 'the same, terms with one hit',
          product: unique.product.perSecond,
          limit: { what: nameOf('statement'), value: unique.statement.perSecond },
          unit: '/s',
          atLeast: 0.5,
          bound: searchBound,
          note: notes(unique),
        }),
        ...(['statement', 'memory'] as const).map((side) =>
          beside({
            job: `search among 1,000,000 people, mixed terms, beside ${side}`,
            product: mixedLarge.product.perSecond,
            limit: { what: nameOf(side), value: mixedLarge[side].perSecond },
            unit: '/s',
            atLeast: 1,
            note: side === 'statement' ? notes(mixedLarge) : undefined,
          }),
        ),
        ...alone,
      ],
    };
  },
};

const searchBound =
  'Both limits answer whoever asks. The product first looks up session and rights, then asks the index or the database, ' +
  'then fetches what a row shows beyond the name (places, the right to manage), and checks what comes and goes; all of it ' +
  'on the one thread that Fastify has as well.';

function nameOf(side: Side): string {
  return { product: 'the product', statement: 'Fastify + ideal SQL', memory: 'Fastify + packed memory scan' }[
    side
  ];
}

function notes(of: Readonly<Record<Side, Loaded>>): string {
  const told = sides.map(
    (side) => `${nameOf(side)} ${of[side].perSecond.toFixed(0)}/s, p95 ${of[side].p95.toFixed(1)} ms`,
  );
  return `${connections} connections; ${told.join('; ')}.`;
}

async function open(stage: Stage, count: number): Promise<Place> {
  const databaseUrl = await stage.people(count);
  const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
  const { headers } = await signInAs(portal.url, admin);
  const limits = {
    statement: await startLimit('searchStatement', { DATABASE_URL: databaseUrl }),
    memory: await startLimit('searchMemory', { DATABASE_URL: databaseUrl }),
  };
  await untilIndexed(portal.url, count);
  return {
    urls: { product: portal.url, statement: limits.statement.url, memory: limits.memory.url },
    request: (side, term) =>
      side === 'product'
        ? {
            method: 'POST',
            path: '/api/user/search',
            headers: { ...json, ...headers },
            body: JSON.stringify({ filters: [{ searchTerm: term }] }),
          }
        : { method: 'POST', path: '/search', headers: json, body: JSON.stringify({ term }) },
    async close() {
      await portal.stop();
      for (const limit of Object.values(limits)) await limit.stop();
    },
  };
}

/** Compares the results. @throws when the product finds other people than the statement */
async function requireSameTotals(place: Place, count: number): Promise<void> {
  const lines = {
    product: await openLine(place.urls.product),
    statement: await openLine(place.urls.statement),
  };
  for (const kind of termKinds)
    for (let n = 0; n < 5; n++) {
      const term = termOf(kind, n, count);
      const totalOf = async (side: 'product' | 'statement') => {
        const { body } = await lines[side].ask(place.request(side, term));
        return (JSON.parse(body.toString()) as { totalItems: number }).totalItems;
      };
      const [product, statement] = [await totalOf('product'), await totalOf('statement')];
      if (product !== statement) throw new Error(`« ${term} » finds ${product} people, not ${statement}`);
    }
  for (const line of Object.values(lines)) line.close();
}

/** Measures all sides in every round, starting with another one each time; returns the medians. */
async function measure(place: Place, term: Term, seconds: number): Promise<Record<Side, Loaded>> {
  const measured: Record<Side, Loaded[]> = { product: [], statement: [], memory: [] };
  for (let round = 0; round < rounds; round++)
    for (let turn = 0; turn < sides.length; turn++) {
      const side = sides[(round + turn) % sides.length] as Side;
      const request = (n: number) => place.request(side, term(n + round * 100_000));
      measured[side].push(await load({ url: place.urls[side], connections, seconds, request }));
    }
  const middle = (side: Side): Loaded => {
    const of = (key: keyof Loaded) => median(measured[side].map((loaded) => loaded[key]));
    return {
      perSecond: of('perSecond'),
      p50: of('p50'),
      p95: of('p95'),
      p99: of('p99'),
      answers: of('answers'),
    };
  };
  return { product: middle('product'), statement: middle('statement'), memory: middle('memory') };
}

/** Sequential requests, each term five times: the median of the kind with one match, and of the slowest term. */
async function unloaded(place: Place): Promise<Result[]> {
  const line = await openLine(place.urls.product);
  const slowest = { term: '', ms: 0 };
  const unique: number[] = [];
  for (const kind of termKinds)
    for (let n = 0; n < 30; n++) {
      const term = termOf(kind, n, 1_000_000);
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const start = performance.now();
        const { status } = await line.ask(place.request('product', term));
        if (status !== 200) throw new Error(`a search answered ${status}`);
        times.push(performance.now() - start);
      }
      const ms = median(times);
      if (kind === 'unique') unique.push(ms);
      if (ms > slowest.ms) Object.assign(slowest, { term, ms });
    }
  line.close();
  return [
    within({
      job: 'one search among 1,000,000 people, nobody else there: one hit',
      product: median(unique),
      unit: 'ms',
      atMost: 5,
    }),
    within({
      job: 'the same: the slowest of 150 terms of all kinds',
      product: slowest.ms,
      unit: 'ms',
      atMost: 50,
      note: `It is « ${slowest.term} ».`,
    }),
  ];
}

/** The same requests with ten thousand, a hundred thousand and a million people, and with ten and five thousand systems. */
import { signInTo } from '../../apps/server/test/processClient.ts';
import { csvList } from '../data/lists.ts';
import { addSystems } from '../data/systems.ts';
import { untilIndexed } from '../measure/observe.ts';
import { median, timed } from '../measure/rounds.ts';
import { figure } from '../page/figures.ts';
import { type Plot, type Row, within } from '../row.ts';
import { type SignedIn, signInAs } from '../stage/signInAs.ts';
import { admin, type Stage } from '../stage/stage.ts';
import { type Cost, grown, type Job, requests } from './growthRequests.ts';

/** Enough samples that brief other load affects few of them. */
const rounds = 25;
const importRows = 1000;
const importLabel = `import of ${importRows} rows`;
const systemId = 3;

interface Series {
  readonly sizes: string;
  readonly costs: ReadonlyMap<string, ReadonlyMap<number, Cost>>;
}

export const growth: Row = {
  name: 'growth',
  async run(stage) {
    const byPeople = await measure('people', [10_000, 100_000, 1_000_000], async (count) => {
      const databaseUrl = await stage.copy(count);
      return costsOn(stage, databaseUrl, count);
    });
    const bySystems = await measure('systems', [10, 5000], async (count) => {
      const databaseUrl = await stage.copy(10_000);
      await addSystems(databaseUrl, count);
      return costsOn(stage, databaseUrl, 10_000);
    });
    const faster = [byPeople, bySystems].flatMap(({ sizes, costs }) =>
      [...costs].flatMap(([label, line]) => grown(label, sizes, line)),
    );
    return {
      results: [
        within({
          job: 'requests whose cost grows faster than what they answer',
          product: faster.length,
          unit: 'requests',
          atMost: 0,
          bound: growthBound,
          note: `${faster.join('; ') || 'None'}. What is answered: rows, and for a search all that it counts.`,
        }),
      ],
      plots: [
        plotOf('growth-people', 'One request alone, by the number of people', byPeople),
        plotOf('growth-systems', 'One request alone, by the number of systems (10,000 people)', bySystems),
      ],
    };
  },
};

const growthBound =
  'A run that named five had two causes: a search read every system for the names of roles, and the audit page every newer line for the few about ' +
  'super admins. Both are gone, and a run since then named none. One more, beside much other work (load 10), named the list of systems, 5.3 ms ' +
  'among a million people where it took 1.9 among ten thousand: it reads no people, and 1.1 ms on a quiet machine at either size. A median of 25 ' +
  'requests one after the other does not leave out what else runs for as long as they take; a cause in the portal is named again by the next run.';

const growthNote =
  'A list of exams counts the 250 candidates of each, which takes two thirds of its statement (43 of 62 µs for each exam).';

async function measure(
  sizes: string,
  counts: readonly number[],
  at: (count: number) => Promise<ReadonlyMap<string, Cost>>,
): Promise<Series> {
  const costs = new Map<string, Map<number, Cost>>();
  for (const count of counts) {
    for (const [label, cost] of await at(count))
      costs.set(label, (costs.get(label) ?? new Map<number, Cost>()).set(count, cost));
  }
  return { sizes, costs };
}

/** For each request on this database, which is dropped. */
async function costsOn(
  stage: Stage,
  databaseUrl: string,
  people: number,
): Promise<ReadonlyMap<string, Cost>> {
  const portal = await stage.startPortal({ DATABASE_URL: databaseUrl });
  const costs = new Map<string, Cost>();
  const client = await signInAs(portal.url, admin);
  await untilIndexed(portal.url, people);
  for (const job of requests) costs.set(job.label, await costOf(job, client));
  costs.set(importLabel, { ms: await timeImports(portal.url), answered: importRows });
  await portal.stop();
  await stage.drop(databaseUrl);
  return costs;
}

async function costOf(job: Job, client: SignedIn): Promise<Cost> {
  const ask = await job.prepare(client);
  let answered = await ask();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++)
    times.push(
      await timed(async () => {
        answered = await ask();
      }),
    );
  return { ms: median(times), answered };
}

async function timeImports(url: string): Promise<number> {
  const client = await signInTo(url, admin.email, admin.password);
  const { courseId } = await client.makeExamSpace(systemId, 'Croissance');
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const list = csvList(importRows, `growth${round}x`);
    times.push(await timed(() => client.importFile(systemId, courseId, list, { sendEmail: false })));
  }
  // The first one opens shared connections.
  return median(times.slice(1));
}

function plotOf(name: string, title: string, { sizes, costs }: Series): Plot {
  const lines = [...costs].map(([label, line]) => ({
    label,
    points: [...line].map(([size, { ms }]) => [size, ms] as const),
  }));
  const answers = [...costs].flatMap(([label, line]) => {
    const counts = [...line.values()].map(({ answered }) => answered);
    return new Set(counts).size > 1 ? [`${label} ${counts.map(figure).join(' → ')}`] : [];
  });
  const note =
    answers.length > 0 ? `Answered, where it grows: ${answers.join('; ')}. ${growthNote}` : undefined;
  return { name, title, sizes, unit: 'ms', lines, note };
}

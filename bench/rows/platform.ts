/** Candidates brought onto a Moodle-like site, the other requests meanwhile, and the comparison of a large course with it. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '../../apps/server/src/core/runtime/clock.ts';
import { readConfig } from '../../apps/server/src/core/runtime/config.ts';
import { openMoodle } from '../../apps/server/src/learning/connectors/moodle/moodle.ts';
import { orderOf, peopleOf } from '../../apps/server/test/moodle/moodleConnector.ts';
import { newSite } from '../../apps/server/test/moodle/site.ts';
import { type ProcessClient, signInTo } from '../../apps/server/test/processClient.ts';
import { csvList } from '../data/lists.ts';
import { percentile, probe } from '../measure/observe.ts';
import { alternate, median, timed } from '../measure/rounds.ts';
import { beside, type Result, type Row, within } from '../row.ts';
import { type LimitProcess, startLimit } from '../stage/limit.ts';
import { admin, type Stage } from '../stage/stage.ts';

const people = 500;
const rounds = 3;
const compared = 10_000;
const systemId = 3;

export const platform: Row = {
  name: 'platform',
  run: async (stage) => ({ results: [...(await bringOn(stage)), await compare(stage)] }),
};

/** A portal, a site and the books of the portal's database, for as long as `work` takes. */
async function withSite<T>(stage: Stage, pace: number, work: (of: Desk) => Promise<T>): Promise<T> {
  const site = await startLimit('moodleSite', { PACE: String(pace) });
  const settings = settingsOf(site);
  const databaseUrl = await stage.copy(people);
  const books = new pg.Client({ connectionString: databaseUrl });
  await books.connect();
  const portal = await stage.startPortal({ ...settings, DATABASE_URL: databaseUrl });
  try {
    return await work({ url: portal.url, site, settings, books });
  } finally {
    await portal.stop();
    await books.end();
    await site.stop();
    await stage.drop(databaseUrl);
  }
}

interface Desk {
  readonly url: string;
  readonly site: LimitProcess;
  readonly settings: Record<string, string>;
  readonly books: pg.Client;
}

const { token } = newSite({}).setup;

function settingsOf({ url }: LimitProcess): Record<string, string> {
  const place = { MOODLE_CATEGORY: '1', MOODLE_TEMPLATE: '2' };
  return { LEARNING_PLATFORM: 'moodle', MOODLE_URL: url, MOODLE_TOKEN: token, ...place };
}

/** The portal and, in turn, its connector without the portal bring as many people onto a new course. */
function bringOn(stage: Stage): Promise<Result[]> {
  return withSite(stage, 1, async (desk) => {
    const idle: number[] = [];
    const busy: number[] = [];
    const { product, limit } = await alternate(
      rounds,
      async (round) => {
        // New for each round, since a token expires after five minutes.
        const client = await signInTo(desk.url, admin.email, admin.password);
        idle.push(await p99Of(desk.url, client, () => wait(10_000)));
        let ms = 0;
        busy.push(
          await p99Of(desk.url, client, async () => {
            ms = await timed(() => enrol(desk, client, people, `on${round}x`));
          }),
        );
        return ms / 1000;
      },
      async (round) => (await timed(() => enrolAlone(desk, round))) / 1000,
    );
    const alone = median(limit).toFixed(1);
    return [
      within({
        job: `${people} candidates, from the start of the import to the last enrolment read back`,
        product: median(product),
        unit: 's',
        atMost: 22,
        note: `On a site that answers in the times of a measured one; asked by the connector without the portal, the site takes ${alone} s.`,
      }),
      beside({
        job: 'another request meanwhile (home), 99th percentile',
        product: median(busy),
        limit: { what: 'the same request while nothing else runs', value: median(idle) },
        unit: 'ms',
        atMost: 1.5,
      }),
    ];
  });
}

async function p99Of(url: string, { bearer }: ProcessClient, work: () => Promise<unknown>): Promise<number> {
  const asking = probe(url, { method: 'GET', path: '/api/home', headers: { authorization: bearer } });
  await work();
  return percentile(await asking.stop(), 0.99);
}

/** Imports a list into a new exam and resolves with it when the platform has everybody. */
async function enrol({ books }: Desk, client: ProcessClient, count: number, salt: string) {
  const exam = await client.makeExamSpace(systemId, salt);
  await client.importFile(systemId, exam.courseId, csvList(count, salt), { sendEmail: false });
  for (;;) {
    const { rows } = await books.query(
      `select count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'failed')::int as failed
       from platform_enrolments where course_id = $1`,
      [exam.courseId],
    );
    if (rows[0].failed > 0) throw new Error(`${rows[0].failed} of ${count} were refused`);
    if (rows[0].done === count) return exam;
    await wait(50);
  }
}

async function enrolAlone({ settings }: Desk, round: number): Promise<void> {
  const connector = openMoodle({ config: readConfig(settings), clock: systemClock('America/Toronto') });
  const { signal } = new AbortController();
  const order = orderOf(`ALONE-${round}`);
  const { externalId } = await connector.ensureCourse(order, signal);
  const course = { organisation: order.organisation, code: order.code, externalId };
  const everybody = peopleOf(people, 1_000_000 * (round + 1));
  for (let first = 0; first < people; first += connector.batchSize) {
    const batch = everybody.slice(first, first + connector.batchSize);
    const { accounts } = await connector.ensureUsers(order.organisation, batch, signal);
    await connector.enrol(course, accounts, signal);
  }
}

/** A course on which the site has taken every second person off, compared with what the portal has. */
function compare(stage: Stage): Promise<Result> {
  return withSite(stage, 0, async (desk) => {
    const { id, courseId } = await enrol(
      desk,
      await signInTo(desk.url, admin.email, admin.password),
      compared,
      'cmp',
    );
    await takeHalfOff(desk, courseId);
    const client = await signInTo(desk.url, admin.email, admin.password);
    const seconds: number[] = [];
    for (let round = 0; round < rounds; round++)
      seconds.push((await timed(() => readOnce(desk, client, id))) / 1000);
    return within({
      job: `comparison of ${compared.toLocaleString('en')} enrolments with the platform, of which half differ`,
      product: median(seconds),
      unit: 's',
      atMost: 30,
      note: 'The site answers at once and its time is counted in, so that of the portal is less.',
    });
  });
}

async function readOnce({ url, books }: Desk, { bearer }: ProcessClient, examId: number): Promise<void> {
  const path = `/api/cohort/${systemId}/${examId}/platform/drift/read`;
  const { rows: before } = await books.query(
    'select coalesce(max(read_at), now()) as at from platform_readings',
  );
  const reply = await fetch(url + path, { method: 'POST', headers: { authorization: bearer } });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}`);
  for (;;) {
    const { rows } = await books.query(
      `select missing from platform_readings where state = 'done' and read_at > $1`,
      [before[0].at],
    );
    if (rows[0] && rows[0].missing !== compared / 2)
      throw new Error(`${rows[0].missing} are missing, ${compared / 2} were taken off`);
    if (rows[0]) return;
    await wait(20);
  }
}

async function takeHalfOff({ settings, books, site }: Desk, code: string): Promise<void> {
  const connector = openMoodle({ config: readConfig(settings), clock: systemClock('America/Toronto') });
  // The site knows people by the keys of their records, not by the portal's own.
  const { rows } = await books.query(
    `select a.key from platform_enrolments e join platform_accounts a on a.user_id = e.user_id
     where e.course_id = $1 order by e.user_id`,
    [code],
  );
  const keys = rows.map(({ key }) => String(key)).filter((_, n) => n % 2 === 0);
  const externalId = await courseIdOn(site, code);
  const course = { organisation: { id: systemId, templateId: null, semesterId: null }, code, externalId };
  const { signal } = new AbortController();
  for (let first = 0; first < keys.length; first += connector.batchSize) {
    const refusals = await connector.unenrol(course, keys.slice(first, first + connector.batchSize), signal);
    if (refusals.length > 0) throw new Error(`${refusals.length} were not taken off`);
  }
}

async function courseIdOn({ url }: LimitProcess, code: string): Promise<string> {
  const body = new URLSearchParams({
    wstoken: token,
    wsfunction: 'core_course_get_courses_by_field',
    moodlewsrestformat: 'json',
    field: 'shortname',
    value: code,
  });
  const reply = await fetch(`${url}/webservice/rest/server.php`, { method: 'POST', body });
  const { courses } = (await reply.json()) as { courses: { id: number }[] };
  return String(courses[0]?.id);
}

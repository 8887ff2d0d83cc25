/** Imports over HTTP (validation, exam, audit, queued mails) compared with one statement. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProcessClient, signInTo } from '../../apps/server/test/processClient.ts';
import type { PortalProcess } from '../../e2e/fixtures/portalProcess.ts';
import { csvList, workbookList } from '../data/lists.ts';
import { openStatement, type Statement } from '../limits/importStatement.ts';
import { readAlone } from '../limits/readAlone.ts';
import { longestStall, watchMemory } from '../measure/observe.ts';
import { alternate, median, timed } from '../measure/rounds.ts';
import { beside, type Result, type Row, within } from '../row.ts';
import { admin, type Stage } from '../stage/stage.ts';

const people = 10_000;
const systemId = 3;
/** Mails stay in the queue: sending them is a separate benchmark. */
const mailServerAway = 'smtp://127.0.0.1:9';

export const imports: Row = {
  name: 'import',
  async run(stage) {
    const databaseUrl = await stage.copy(people);
    const portal = await stage.startPortal({ DATABASE_URL: databaseUrl, SMTP_URL: mailServerAway });
    const statement = await openStatement(databaseUrl);
    const desk: Desk = { stage, portal, statement };
    const results = [...(await importCsv(desk)), ...(await importWorkbook(desk))];
    await statement.close();
    await portal.stop();
    await stage.drop(databaseUrl);
    return { results };
  },
};

interface Desk {
  readonly stage: Stage;
  readonly portal: PortalProcess;
  readonly statement: Statement;
}

/** New for each list, since a token expires after five minutes. */
function signIn({ url }: PortalProcess): Promise<ProcessClient> {
  return signInTo(url, admin.email, admin.password);
}

const importBound =
  'Of the processor time of 10,000 rows of CSV 79 % are PostgreSQL’s, 12 % the reader’s and 9 % the server’s (1.67, 0.26 and 0.18 s). ' +
  'By `pg_stat_statements` 30 % of the database are accounts, 17 % each enrolments and mails, 11 % each roles and people of the import, ' +
  '7 % platform jobs and 2 % the stage. The reader takes 0.22 s for reading and checking, a quarter of it for making the JSON of the ' +
  'stage, and no other function more than a tenth; its process, whose start took 0.6 s more, is kept for a list of this length since, ' +
  'with which an import takes 0.80 of the processor time that it took in the same run. The server’s main thread waits 97 % of the ' +
  'import; a third of its work is taking memory back, a fifth writing to sockets.';

const stallBound =
  'With the rows of the stage made in the thread that reads and handed on as bytes (338 ms before on the same machine, 123 ' +
  'after), the main thread was on a processor for at most 26 ms, and mostly under 5 ms, of every delay over 40 ms in two ' +
  'imports; the rest of each, up to 139 ms, it was ready and waited for one (`schedstat` of the thread): two processors for ' +
  'the reader, PostgreSQL, this bench and whatever else runs.';

const memoryBound =
  'Rows as objects of both threads took 204 MB; as bytes that one thread hands to the other, 118 to 145 MB. What is left is ' +
  'the heap of the thread that reads, which remembers everybody of the file by address and student number.';

async function importCsv({ portal, statement }: Desk): Promise<Result[]> {
  const rows = 10_000;
  const { product, limit } = await alternate(
    5,
    async (round) => {
      const client = await signIn(portal);
      const { courseId } = await client.makeExamSpace(systemId, `CSV ${round}`);
      const list = csvList(rows, `csv${round}x`);
      const ms = await timed(() =>
        client.importFile(systemId, courseId, list, { fileName: 'liste.csv', sendEmail: true }),
      );
      await statement.untilEnrolled();
      return ms;
    },
    (round) => statement.time(rows, `only${round}x`, systemId),
  );
  return [
    beside({
      job: 'import of 10,000 rows of CSV over HTTP',
      product: rows / (median(product) / 1000),
      limit: { what: 'one statement, rows given', value: rows / (median(limit) / 1000) },
      unit: 'rows/s',
      atLeast: 0.5,
      bound: importBound,
    }),
  ];
}

async function importWorkbook({ stage, portal, statement }: Desk): Promise<Result[]> {
  const rows = 100_000;
  const stalls: number[] = [];
  const growths: { readonly first: number; readonly peak: number }[] = [];
  const { product, limit } = await alternate(
    2,
    async (round) => {
      const client = await signIn(portal);
      const { courseId } = await client.makeExamSpace(systemId, `XLSX ${round}`);
      const list = workbookList(rows, `xlsx${round}x`);
      await longestStall(portal.url);
      const memory = watchMemory(portal.pid);
      const ms = await timed(() =>
        client.importFile(systemId, courseId, list, { fileName: 'liste.xlsx', sendEmail: true }),
      ).finally(() => growths.push(memory.stop()));
      stalls.push(await longestStall(portal.url));
      await statement.untilEnrolled();
      return ms;
    },
    async (round) => {
      const file = join(stage.folder, `liste-${round}.xlsx`);
      await mkdir(stage.folder, { recursive: true });
      await writeFile(file, workbookList(rows, `xlsx${round}x`));
      return (await readAlone(file)) + (await statement.time(rows, `onlyxlsx${round}x`, systemId));
    },
  );
  return [
    beside({
      job: 'import of 100,000 rows of .xlsx over HTTP',
      product: rows / (median(product) / 1000),
      limit: { what: 'our reader alone + one statement', value: rows / (median(limit) / 1000) },
      unit: 'rows/s',
      atLeast: 0.65,
      bound: importBound,
    }),
    within({
      job: 'longest stall of the event loop meanwhile',
      product: Math.max(...stalls),
      unit: 'ms',
      atMost: 50,
      bound: stallBound,
      note: 'As the product’s own /metrics tells it, which counts up to 20 ms of its own rhythm with it.',
    }),
    within({
      job: 'memory that the process takes more meanwhile',
      product: Math.max(...growths.map(({ first, peak }) => peak - first)),
      unit: 'MB',
      atMost: 150,
      bound: memoryBound,
    }),
  ];
}

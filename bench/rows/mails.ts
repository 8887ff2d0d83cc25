/** Queued mails sent to a mail server that answers at once and marked as sent, compared with nodemailer's pool. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import PostalMime from 'postal-mime';
import { signInTo } from '../../apps/server/test/processClient.ts';
import { csvList } from '../data/lists.ts';
import type { Caught } from '../limits/mailSink.ts';
import { alternate, median } from '../measure/rounds.ts';
import { beside, type Row } from '../row.ts';
import { admin } from '../stage/stage.ts';

const count = 3000;
const rounds = 3;
const systemId = 3;
/** On both sides. */
const connections = 10;

export const mails: Row = {
  name: 'mails',
  async run(stage) {
    const sink = await openSink();
    const databaseUrl = await stage.copy(0);
    const books = new pg.Client({ connectionString: databaseUrl });
    await books.connect();
    const portal = await stage.startPortal({
      DATABASE_URL: databaseUrl,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}?maxConnections=${connections}`,
    });
    const client = await signInTo(portal.url, admin.email, admin.password);
    const { courseId } = await client.makeExamSpace(systemId, 'Courriels');
    await client.importFile(systemId, courseId, csvList(count, 'mail'), { sendEmail: true });
    await untilSent(books);
    await portal.stop();
    const sent = await PostalMime.parse(Buffer.from((await sink.look()).last, 'latin1'), {
      attachmentEncoding: 'utf8',
    });
    const { subject, html, text } = sent;
    const attachments = sent.attachments.map(({ filename, mimeType, content }) => ({
      filename,
      contentType: mimeType,
      content,
    }));
    const body = join(stage.folder, 'mail.json');
    writeFileSync(body, JSON.stringify({ subject, html, text, attachments }));

    const { product, limit } = await alternate(
      rounds,
      async () => {
        await books.query(
          `update outgoing_mails set state = 'queued', attempts = 0, sent_at = null, next_try_at = now()`,
        );
        await books.query('vacuum analyze outgoing_mails');
        await sink.look();
        await portal.startAgain();
        const marked = await untilSent(books);
        const { count: came, firstAt, lastAt } = await sink.look();
        await portal.stop();
        if (came !== count) throw new Error(`${came} mails came, ${count} were queued`);
        // The last mail is marked after it arrived: that counts too, to within one poll of the table.
        return (count * 1000) / (lastAt - firstAt + marked.sinceLastLook);
      },
      async () => (count * 1000) / (await sendAlone(sink.port, body)),
    );
    await books.end();
    sink.stop();
    await stage.drop(databaseUrl);
    return {
      results: [
        beside({
          job: 'queued mails sent and each row marked',
          product: median(product),
          limit: { what: 'nodemailer’s pool alone, same mails', value: median(limit) },
          unit: '/s',
          atLeast: 0.7,
          bound: mailsBound,
          note: 'Ten connections on both sides, a setting of the product, which has five by itself.',
        }),
      ],
    };
  },
};

const mailsBound =
  'A connection takes its next mail when it is committed that the one before has left, so that a process that is killed ' +
  'repeats at most one mail per connection; the settlements of all connections share a statement and a way to the disk. ' +
  'Tried, with the ratio after each: a prepared statement in a transaction of three messages, and the library’s own stream ' +
  'for each mail (0.36); the parts of a mail put together without streams, 0.12 instead of 0.45 ms of processor each, and ' +
  'the settlement begun, done and committed in one message (0.85 beside other work, 0.72 on a quiet machine, where the ' +
  'limit has a processor for itself); the next batch leased before the last is used up (within noise); two commits at ' +
  'once (3 % more mails, within noise, so left out); ten connections on both sides instead of five (0.69 instead of 0.37 ' +
  'beside much other work, where a connection waits for a processor at each of its turns, of which it has more than the limit). ' +
  'What a mail with a calendar asks before it leaves (own time, place, departures, mails of the last hour) is a statement of ' +
  'each for all that leave at the same moment, instead of seven for each mail: 0.43 instead of 0.31 beside much other work. In a profile ' +
  'of 3,000 mails writing to sockets takes 29 % of the thread’s busy time, statements 19 % (their writing counted in both), composing 14 %, ' +
  'filling in the text 9 %, taking memory back 8 %, and no function of the rest more than 2.2 %; the limit composes each mail as well, and asks nothing.';

/** Resolves when every mail is marked as sent. */
async function untilSent(books: pg.Client): Promise<{ sinceLastLook: number }> {
  for (let last = performance.now(); ; ) {
    const { rows } = await books.query(
      `select count(*)::int as open from outgoing_mails where state <> 'sent'`,
    );
    const now = performance.now();
    if (rows[0].open === 0) return { sinceLastLook: now - last };
    last = now;
    await wait(20);
  }
}

async function openSink() {
  const program = fork(fileURLToPath(new URL('../limits/mailSink.ts', import.meta.url)));
  const [port] = await once(program, 'message');
  return {
    port: Number(port),
    async look(): Promise<Caught> {
      program.send('look');
      const [caught] = await once(program, 'message');
      return caught as Caught;
    },
    stop: () => void program.kill(),
  };
}

async function sendAlone(port: number, body: string): Promise<number> {
  const program = fork(fileURLToPath(new URL('../limits/mailPool.ts', import.meta.url)), [
    String(port),
    String(count),
    String(connections),
    body,
  ]);
  const [ms] = await once(program, 'message');
  return Number(ms);
}

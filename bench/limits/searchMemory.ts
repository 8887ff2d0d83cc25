/** Fastify and a scan of memory: all folded texts, sorted and packed into one buffer. */
import fastify from 'fastify';
import pg from 'pg';
import { searchedText } from '../data/terms.ts';
import { listen } from './listen.ts';

const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
await client.connect();
const { rows } = await client.query(`
  select ${searchedText} as text, json_build_object(
           'id', id, 'fullName', first_name || ' ' || last_name, 'email', email, 'isActive', deactivated_at is null,
           'subscriptionDate', created_at, 'lastVisitDate', last_visit_at, 'profession', profession)::text as shown
  from users order by full_name_key, id`);
await client.end();

/** Each text ends with a line feed, which no folded text contains. */
const texts = Buffer.from(rows.map(({ text }) => `${text}\n`).join(''));
const shown = Buffer.from(rows.map((row) => row.shown).join(''));
const ends = { text: new Uint32Array(rows.length), shown: new Uint32Array(rows.length) };
rows.forEach((row, n) => {
  ends.text[n] = (ends.text[n - 1] ?? 0) + Buffer.byteLength(row.text) + 1;
  ends.shown[n] = (ends.shown[n - 1] ?? 0) + Buffer.byteLength(row.shown);
});
rows.length = 0;

const app = fastify();

app.post<{ Body: { term: string } }>('/search', async ({ body }, reply) => {
  const term = Buffer.from(body.term);
  const page: string[] = [];
  let total = 0;
  for (let at = texts.indexOf(term), row = 0; at >= 0; at = texts.indexOf(term, ends.text[row])) {
    while ((ends.text[row] as number) <= at) row++;
    if (total < 25) page.push(shown.toString('utf8', ends.shown[row - 1] ?? 0, ends.shown[row]));
    total++;
  }
  return reply.type('application/json').send(`{"data":[${page.join()}],"totalItems":${total}}`);
});

await listen(app);

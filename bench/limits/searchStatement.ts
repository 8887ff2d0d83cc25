/** Fastify and the ideal statement for a search: matches once, a page of them, and their number. */
import fastify from 'fastify';
import pg from 'pg';
import { likePattern } from '../../apps/server/src/core/database/foldedText.ts';
import { listen } from './listen.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

const text = `
  with m as materialized (select id, full_name_key from users
                            where search_text like $1
                               or (full_name_key ~ '[''@-]' and (chr(31) || translate(full_name_key, ' ''-@', chr(31))) like $1)),
       page as (select id, full_name_key from m order by full_name_key, id limit 25)
  select u.id, u.first_name || ' ' || u.last_name as "fullName", u.email, u.deactivated_at is null as "isActive",
         u.created_at as "subscriptionDate", u.last_visit_at as "lastVisitDate", u.profession,
         (select count(*)::integer from m) as total
  from page join users u using (id) order by page.full_name_key, page.id`;

app.post<{ Body: { term: string } }>('/search', async ({ body }) => {
  const { rows } = await pool.query(text, [likePattern(body.term)]);
  return { data: rows.map(({ total: _, ...row }) => row), totalItems: rows[0]?.total ?? 0 };
});

await listen(app);

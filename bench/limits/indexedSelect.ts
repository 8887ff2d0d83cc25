/** Fastify and one indexed select: the limit for small reads, start and idle memory. */
import fastify from 'fastify';
import pg from 'pg';
import { listen } from './listen.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const app = fastify();

app.get('/', async () => {
  const { rows } = await pool.query('select 1 as ok');
  return rows[0];
});

app.get<{ Params: { id: string } }>('/people/:id', async (request) => {
  const { rows } = await pool.query({
    name: 'person',
    text: 'select id, email, first_name, last_name from users where id = $1',
    values: [request.params.id],
  });
  return rows[0];
});

await listen(app);

import { sql } from 'kysely';
import type { AnyDb, Table } from '../backup/catalog.ts';

interface Content {
  readonly rows: string;
  /** The same for the same rows in any order. */
  readonly sum: string;
}

export async function findDifferences(
  from: AnyDb,
  to: AnyDb,
  tables: readonly Table[],
): Promise<{ readonly differing: readonly string[]; readonly rows: number }> {
  const compared = await Promise.all(
    tables.map(async (table) => {
      const [former, latter] = await Promise.all([readContent(from, table), readContent(to, table)]);
      return {
        name: table.name,
        rows: Number(latter.rows),
        isSame: former.rows === latter.rows && former.sum === latter.sum,
      };
    }),
  );
  return {
    differing: compared.filter(({ isSame }) => !isSame).map(({ name }) => name),
    rows: compared.reduce((sum, { rows }) => sum + rows, 0),
  };
}

async function readContent(db: AnyDb, { name, columns }: Table): Promise<Content> {
  const names = columns.map((column) => column.name).sort();
  const { rows } = await sql<Content>`
    select count(*)::text as rows,
           coalesce(sum(hashtextextended(row(${sql.join(names.map((one) => sql.id(one)))})::text collate "C", 0)::numeric), 0)::text as sum
    from ${sql.id(name)}`.execute(db);
  return rows[0] ?? { rows: '', sum: '' };
}

import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { toParameter } from './types.ts';

declare const row: unique symbol;

/** The text of a statement whose rows have this shape. */
export interface Prepared<Row> {
  readonly text: string;
  readonly [row]?: Row;
}

const names = new Map<string, string>();

/** Names a frequent statement, whose parsed form each connection keeps; at module load: never released. */
export function prepare<Row>(text: string): Prepared<Row> {
  if (!names.has(text)) names.set(text, `guichet_${names.size + 1}`);
  return { text };
}

/** Names a frequent query that takes longer to plan than to run; its text must be the same at each call. */
export function prepareQuery<Query extends Compilable>(query: Query): Query {
  prepare(query.compile().sql);
  return query;
}

export async function ask<Row>(
  db: Pick<Kysely<Schema>, 'getExecutor'>,
  { text }: Prepared<Row>,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values.map(toParameter)));
  return rows;
}

export function nameStatement(text: string): string | undefined {
  return names.get(text);
}

import { type Compilable, CompiledQuery, type Kysely } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { toParameter } from './types.ts';

declare const row: unique symbol;

/** The text of a statement whose rows have this shape. */
export interface Prepared<Row> {
  readonly text: string;
  readonly [row]?: Row;
}

type Asked = Pick<Kysely<Schema>, 'getExecutor'>;

const names = new Map<string, string>();

/** Names a frequent statement, whose parsed form each connection keeps; at module load: never released. */
export function prepare<Row>(text: string): Prepared<Row> {
  if (!names.has(text)) names.set(text, `guichet_${names.size + 1}`);
  return { text };
}

/**
 * SQL: an element of an array, such as `$1::bigint[]`, of which the planner expects the same number in every plan. For the
 * array itself it plans each call of a prepared statement anew, which may take longer than the call.
 */
export const among = (array: string) => `any(array(select unnest(${array})))`;

/**
 * Names a frequent query that takes longer to plan than to run, and builds it once: `make` is called with stand-ins for its
 * values, which it may only hand on.
 */
export function prepareQuery<Db extends Asked, Values extends readonly unknown[], Row>(
  make: (db: Db, ...values: Values) => Compilable<Row>,
) {
  let made: (Prepared<Row> & { readonly valuesOf: (values: Values) => unknown[] }) | undefined;
  return (db: Db, ...values: Values): Promise<readonly Row[]> => {
    if (!made) {
      const standIns: readonly unknown[] = values.map((_, at) => `value ${at}`);
      const { sql, parameters } = make(db, ...(standIns as Values)).compile();
      const places = parameters.map((one) => [one, standIns.indexOf(one)] as const);
      const valuesOf = (own: Values) => places.map(([constant, at]) => (at < 0 ? constant : own[at]));
      made = { ...prepare<Row>(sql), valuesOf };
    }
    return ask(db, made, made.valuesOf(values));
  };
}

export async function ask<Row>(
  db: Asked,
  { text }: Prepared<Row>,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await db.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, values.map(toParameter)));
  return rows;
}

export function nameStatement(text: string): string | undefined {
  return names.get(text);
}

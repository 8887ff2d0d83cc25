import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** JSON is read as a parsed value and written as text: the drivers disagree about arrays (see `types.ts`). */
type Json = Record<string, unknown>;

interface Values {
  text: string;
  number: number;
  boolean: boolean;
  /** A moment; days are texts, `yyyy-mm-dd`. */
  moment: Date;
  bytes: Buffer;
}

/** Values, which also may be null (`?`), have a default (`=`) or are always made by the database (`!`). */
type Kinds = Values & { [K in keyof Values as `${K}?`]: Values[K] | null } & {
  [K in keyof Values as `${K}=`]: Generated<Values[K]>;
} & { [K in keyof Values as `${K}!`]: GeneratedAlways<Values[K]> } & {
  json: ColumnType<Json, string, string>;
  'json?': ColumnType<Json | null, string | null | undefined, string | null>;
  'json=': ColumnType<Json, string | undefined, string>;
};

type Items<List> = List extends `${infer Item}, ${infer Rest}` ? Item | Items<Rest> : List;

/** The columns of a table, from texts such as `id number!, name text, seen_at moment?`. */
export type Row<Lists extends string> = {
  [Item in Items<Lists> as Item extends `${infer Name} ${string}`
    ? Name
    : never]: Item extends `${string} ${infer Kind extends keyof Kinds & string}` ? Kinds[Kind] : never;
};

import type { ColumnType } from 'kysely';

/** Read as a parsed value, written as JSON text: the drivers disagree about arrays (see `types.ts`). */
export type Json = ColumnType<Record<string, unknown>, string, string>;

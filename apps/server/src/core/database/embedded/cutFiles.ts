import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { operatorText } from '../../runtime/operatorText.ts';
import { listNamedBlocks } from './btreeBlock.ts';

export const blockBytes = 8192;
/** PostgreSQL continues a table of more than a gigabyte in further files. */
export const blocksOfFile = 1024 ** 3 / blockBytes;
/** Blocks that a whole file may lack: a power cut takes those that were reserved and never filled. */
const reservedBlocks = 64;

/** A table or index of the embedded database. */
export interface RelationFile {
  readonly id: number;
  readonly name: string;
  /** Below the directory of the database. */
  readonly path: string;
  /** Blocks of its file, as the last vacuum, analyze or creation of an index noted them; 0 before the first. */
  readonly notedBlocks: number;
  /** `btree` or `gin` for an index. */
  readonly method: string | null;
  /** For a B-tree, the table. */
  readonly tableId: number | null;
}

/** All but unlogged tables, which a crash empties. Takes a millisecond, where `pg_relation_size` here takes a hundred. */
export const selectFiles = `
  select c.oid::int4 as id, c.relname::text as name, pg_relation_filepath(c.oid) as path, c.relpages as "notedBlocks",
         m.amname::text as method,
         case when m.amname = 'btree' then x.indrelid::int4 end as "tableId"
  from pg_class c left join pg_index x on x.indexrelid = c.oid left join pg_am m on m.oid = c.relam
  where c.relkind in ('r', 't', 'm', 'i') and c.relpersistence = 'p'
  order by c.oid`;

/**
 * The cut file of a table or index, where PostgreSQL itself only sees fewer rows; null for whole files. A cut file is missing,
 * lacks more than half a megabyte of the noted length, or is empty though it was not, or an index names rows in it: also after a
 * power cut, since a block of an index is written after the log of its rows, which brings them back.
 */
export function findCutFile(directory: string, files: readonly RelationFile[]): string | null {
  const blocks = new Map(files.map(({ id, path }) => [id, countBlocks(join(directory, path))]));
  const indexes = Map.groupBy(files, ({ tableId }) => tableId);
  const hasHadRows = ({ id, notedBlocks }: RelationFile) =>
    notedBlocks > 0 || (indexes.get(id) ?? []).some(({ path }) => namesRows(join(directory, path)));
  const cut = files.filter((file) => {
    const found = blocks.get(file.id) ?? 0;
    return found === 0 ? hasHadRows(file) : file.notedBlocks - found > reservedBlocks;
  });
  const [first] = cut;
  if (!first) return null;
  const { path, name } = first;
  return operatorText(cut.length > 1 ? 'filesCut' : 'fileCut', { path, name, count: cut.length - 1 });
}

/** Whether an index, of which only the first file is read, names a row. An index of a table without rows is one block. */
function namesRows(path: string): boolean {
  if (!existsSync(path)) return false;
  const bytes = readFileSync(path);
  const count = Math.floor(bytes.length / blockBytes);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * blockBytes, (n + 1) * blockBytes)).some(
    (block) => listNamedBlocks(block).length > 0,
  );
}

function countBlocks(path: string): number {
  const sizeOf = (part: number) =>
    statSync(part === 0 ? path : `${path}.${part}`, { throwIfNoEntry: false })?.size ?? 0;
  let part = 0;
  while (sizeOf(part) === blocksOfFile * blockBytes) part += 1;
  return part * blocksOfFile + Math.floor(sizeOf(part) / blockBytes);
}

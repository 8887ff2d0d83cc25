import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 8192;
/** PostgreSQL continues a table of more than a gigabyte in further files. */
const blocksOfFile = 1024 ** 3 / blockBytes;
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
  /** For a B-tree, the table: the tree has a written second block once the table has had a row. */
  readonly tableId: number | null;
}

/** All but unlogged tables, which a crash empties. Takes a millisecond, where `pg_relation_size` here takes a hundred. */
export const selectFiles = `
  select c.oid::int4 as id, c.relname::text as name, pg_relation_filepath(c.oid) as path, c.relpages as "notedBlocks",
         case when m.amname = 'btree' then x.indrelid::int4 end as "tableId"
  from pg_class c left join pg_index x on x.indexrelid = c.oid left join pg_am m on m.oid = c.relam
  where c.relkind in ('r', 't', 'm', 'i') and c.relpersistence = 'p'
  order by c.oid`;

/**
 * The cut file of a table or index, where PostgreSQL itself only sees fewer rows; null for whole files. A cut file is missing,
 * has become empty, or lacks more than half a megabyte of the noted length. `wasCut`: whether the database was not closed, so
 * that an index may have what its table rightly has not.
 */
export function findCutFile(
  directory: string,
  files: readonly RelationFile[],
  wasCut = false,
): string | null {
  const blocks = new Map(files.map(({ id, path }) => [id, countBlocks(join(directory, path))]));
  const used = new Set(
    files.map(({ id, tableId, path }) =>
      !wasCut && tableId !== null && (blocks.get(id) ?? 0) > 1 && isWritten(join(directory, path), 1)
        ? tableId
        : null,
    ),
  );
  const cut = files.filter(({ id, notedBlocks }) => {
    const found = blocks.get(id) ?? 0;
    return found === 0 ? notedBlocks > 0 || used.has(id) : notedBlocks - found > reservedBlocks;
  });
  const [first] = cut;
  if (!first) return null;
  return `its file ${first.path} (${first.name}) is gone, empty or cut off${cut.length > 1 ? `, as are ${cut.length - 1} more` : ''}`;
}

/**
 * Whether a block was ever written. A power cut may leave reserved blocks, all zero, in an index whose table is rightly empty;
 * a written block follows its log, which brings back the rows of the table.
 */
function isWritten(path: string, block: number): boolean {
  const bytes = Buffer.alloc(blockBytes);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes, 0, blockBytes, block * blockBytes);
  } finally {
    closeSync(file);
  }
  return bytes.some((byte) => byte !== 0);
}

function countBlocks(path: string): number {
  const sizeOf = (part: number) =>
    statSync(part === 0 ? path : `${path}.${part}`, { throwIfNoEntry: false })?.size ?? 0;
  let part = 0;
  while (sizeOf(part) === blocksOfFile * blockBytes) part += 1;
  return part * blocksOfFile + Math.floor(sizeOf(part) / blockBytes);
}

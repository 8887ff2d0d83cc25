// Reads a block of an index as PostgreSQL lays it out (`access/nbtree.h`, `access/ginblock.h`, `storage/bufpage.h`, `access/itup.h`).

const [lowerAt, specialAt, itemsAt] = [12, 16, 24];
const [nextIn, flagsIn] = [4, 12];
const [isLeaf, isGone] = [1, 4 | 16 | 8];
const normalItem = 1;
/** Marks of an entry of another layout, such as the list of several rows with the same value, and the mask of the list’s count. */
const [otherLayout, isList, countMask] = [0x2000, 0x2000, 0x0fff];
const rowIdBytes = 6;
const noBlock = 0xffffffff;

/** The blocks of the table in which the entries of a block of its index name rows; none where it is no leaf. */
export function listNamedBlocks(block: Buffer): number[] {
  const special = block.readUInt16LE(specialAt);
  if (special === 0) return [];
  const flags = block.readUInt16LE(special + flagsIn);
  if ((flags & isLeaf) === 0 || (flags & isGone) !== 0) return [];
  // All but the last leaf begin with the highest key that they may hold.
  const first = block.readUInt32LE(special + nextIn) === 0 ? itemsAt : itemsAt + 4;
  const found: number[] = [];
  for (let at = first; at < block.readUInt16LE(lowerAt); at += 4) {
    const item = block.readUInt32LE(at);
    if (((item >>> 15) & 3) === normalItem) found.push(...rowBlocks(block, item & 0x7fff));
  }
  return found;
}

/** The block of the same index to which a block leads on; 0 where it is the last. */
export function findNextBlock(block: Buffer, method: string | null): number {
  const special = block.readUInt16LE(specialAt);
  if (special === 0 || special >= block.length) return 0;
  if (method === 'btree') return block.readUInt32LE(special + nextIn);
  const next = method === 'gin' ? block.readUInt32LE(special) : noBlock;
  return next === noBlock ? 0 : next;
}

function rowBlocks(block: Buffer, entry: number): number[] {
  const [named, position] = [blockAt(block, entry), block.readUInt16LE(entry + 4)];
  if ((block.readUInt16LE(entry + 6) & otherLayout) === 0) return [named];
  if ((position & isList) === 0) return [];
  return Array.from({ length: position & countMask }, (_, n) =>
    blockAt(block, entry + named + n * rowIdBytes),
  );
}

function blockAt(block: Buffer, at: number): number {
  return block.readUInt16LE(at) * 0x10000 + block.readUInt16LE(at + 2);
}

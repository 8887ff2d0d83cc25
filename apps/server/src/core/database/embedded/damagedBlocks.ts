import { existsSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { operatorText } from '../../runtime/operatorText.ts';
import { findNextBlock, listNamedBlocks } from './btreeBlock.ts';
import { blockBytes, blocksOfFile, type RelationFile } from './cutFiles.ts';

// Holds the blocks of all tables and indexes against their checksums, and tables against what their indexes name in them.

const blocksAtOnce = 32;
/** A block that the engine writes at this moment is read again. */
const looks = 3;
const lookMilliseconds = 50;

interface Blocks {
  readonly count: number;
  /** Reserved and never filled, or lost by the disk. */
  readonly empty: ReadonlySet<number>;
}

/** Altered blocks, and rows named by an index but absent from the table. */
export type Searched = 'checksums' | 'lostRows';

/**
 * The first damaged block, in words; null where all are whole. PostgreSQL takes a block of zeros for an empty block, so
 * only an index tells of lost rows; `lostRows` is searched only while nobody writes.
 */
export async function findDamagedBlock(
  directory: string,
  files: readonly RelationFile[],
  searched: readonly Searched[],
): Promise<string | null> {
  const read = new Map<number, Blocks & { readonly file: RelationFile }>();
  for (const file of files.filter(({ tableId }) => tableId === null)) {
    const found = await readBlocks(directory, file, searched, () => null);
    if (typeof found === 'string') return found;
    read.set(file.id, { ...found, file });
  }
  for (const file of files) {
    const table = file.tableId === null ? undefined : read.get(file.tableId);
    if (!table) continue;
    const isLost = (block: number) => block >= table.count || table.empty.has(block);
    const found = await readBlocks(directory, file, searched, (block) => {
      const lost = searched.includes('lostRows') ? listNamedBlocks(block).find(isLost) : undefined;
      if (lost === undefined) return null;
      const { path, name } = table.file;
      return operatorText('blockLost', { block: lost, path, name, index: file.name });
    });
    if (typeof found === 'string') return found;
  }
  return null;
}

/** Reads a file block by block. Answers with the first fault, in words. */
async function readBlocks(
  directory: string,
  { path, name, method }: RelationFile,
  searched: readonly Searched[],
  findFault: (block: Buffer) => string | null,
): Promise<Blocks | string> {
  const empty = new Set<number>();
  let count = 0;
  let next = 0;
  for (let part = 0; part * blocksOfFile === count; part++) {
    const partPath = join(directory, part === 0 ? path : `${path}.${part}`);
    if (!existsSync(partPath)) break;
    const file = await open(partPath);
    try {
      for await (const [first, bytes] of readParts(file)) {
        for (let at = 0; at < bytes.length; at += blockBytes, count++) {
          const block = await readWhole(
            file,
            first + at / blockBytes,
            count,
            bytes.subarray(at, at + blockBytes),
          );
          if (block === null) {
            if (searched.includes('checksums'))
              return operatorText('blockDamaged', { block: count, path, name });
            continue;
          }
          if (isEmpty(block)) empty.add(count);
          next = Math.max(next, findNextBlock(block, method));
          const fault = findFault(block);
          if (fault !== null) return fault;
        }
      }
    } finally {
      await file.close();
    }
  }
  // An index grows before a block leads on to the new one.
  if (count > 0 && next >= count) return operatorText('fileCut', { path, name });
  return { count, empty };
}

async function* readParts(file: FileHandle): AsyncGenerator<readonly [first: number, bytes: Buffer]> {
  for (let first = 0; ; first += blocksAtOnce) {
    const bytes = Buffer.alloc(blocksAtOnce * blockBytes);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, first * blockBytes);
    yield [first, bytes.subarray(0, bytesRead - (bytesRead % blockBytes))];
    if (bytesRead < bytes.length) return;
  }
}

/** The block as it was read, or when read again; null for a damaged one. `number`: counted from the first file of the table. */
async function readWhole(
  file: FileHandle,
  position: number,
  number: number,
  read: Buffer,
): Promise<Buffer | null> {
  let block = read;
  for (let look = 1; ; look++) {
    if (isEmpty(block) || block.readUInt16LE(checksumAt) === blockChecksum(block, number)) return block;
    if (look === looks) return null;
    await wait(lookMilliseconds);
    block = Buffer.alloc(blockBytes);
    await file.read(block, 0, blockBytes, position * blockBytes);
  }
}

const checksumAt = 8;
const zeros = Buffer.alloc(blockBytes);
const isEmpty = (block: Buffer) => block.equals(zeros);

/** checksumBaseOffsets of PostgreSQL (`storage/checksum_impl.h`) */
const offsets = Uint32Array.of(
  ...[0x5b1f36e9, 0xb8525960, 0x02ab50aa, 0x1de66d2a, 0x79ff467a, 0x9bb9f8a3, 0x217e7cd2, 0x83e13d2c],
  ...[0xf8d4474f, 0xe39eb970, 0x42c6ae16, 0x993216fa, 0x7b093b5d, 0x98daff3c, 0xf718902a, 0x0b1c9cdb],
  ...[0xe58f764b, 0x187636bc, 0x5d7b3bb1, 0xe73de7de, 0x92bec979, 0xcca6c0b2, 0x304a0979, 0x85aa43d4],
  ...[0x783125bb, 0x6ca8eaa2, 0xe407eac6, 0x4b5cfc3e, 0x9fbf8c76, 0x15ca20be, 0xf2ca9fd3, 0x959bd756],
);
const prime = 16777619;
/** The word that holds the checksum itself in its lower half, which counts as zero. */
const ownWord = 2;

/** The checksum of a block with this number in its table, as PostgreSQL writes it into the block: FNV-1a on 32 columns. */
function blockChecksum(block: Buffer, number: number): number {
  const words = new Uint32Array(blockBytes / 4 + 2 * offsets.length);
  words.set(new Uint32Array(block.buffer, block.byteOffset, blockBytes / 4));
  words[ownWord] = (words[ownWord] as number) & 0xffff0000;
  const sums = Uint32Array.from(offsets);
  for (let at = 0; at < words.length; at++) {
    const column = at % offsets.length;
    const mixed = (sums[column] as number) ^ (words[at] as number);
    sums[column] = Math.imul(mixed, prime) ^ (mixed >>> 17);
  }
  const sum = sums.reduce((all, each) => all ^ each, 0);
  return (((sum ^ number) >>> 0) % 65535) + 1;
}

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { operatorText } from '../../runtime/operatorText.ts';
import { explainTooOld, sinceBaseline } from '../migration/baseline.ts';
import { BackupRefusal, type BodyLine, type EndLine, formatVersion, type Header } from './format.ts';

/**
 * Reads and verifies the whole file before anything is restored, and returns its header.
 * @throws BackupRefusal when it is not a backup, incomplete, modified, or made by a newer program
 */
export async function checkBackup(path: string, known: readonly string[]): Promise<Header> {
  let header: Header | null = null;
  let last: Buffer | null = null;
  const hash = createHash('sha256');
  for await (const line of readLines(path)) {
    header ??= readHeader(path, line, known);
    if (last) hash.update(last).update('\n');
    last = line;
  }
  if (!header || !last) throw notABackup(path);
  if (endOf(last)?.sha256 !== hash.digest('hex')) throw damaged(path);
  return header;
}

/** The lines between the header and the end of a verified file. */
export async function* readBackup(path: string): AsyncGenerator<BodyLine> {
  let isHeader = true;
  for await (const line of readLines(path)) {
    if (!isHeader && !endOf(line)) yield JSON.parse(line.toString('utf8')) as BodyLine;
    isHeader = false;
  }
}

function endOf(line: Buffer): EndLine | null {
  if (line.length > 200 || !line.includes('"end":true')) return null;
  const value: unknown = parse(line);
  return typeof value === 'object' && value !== null && 'end' in value ? (value as EndLine) : null;
}

function readHeader(path: string, line: Buffer, known: readonly string[]): Header {
  const value = parse(line) as Partial<Header> | null;
  if (value?.guichet !== 'backup') throw notABackup(path);
  const stored = value as Header;
  const header = { ...stored, migrations: sinceBaseline(stored.migrations) };
  const tooOld = explainTooOld(stored.migrations, path);
  if (tooOld) throw new BackupRefusal(tooOld);
  const unknown =
    header.format > formatVersion ? [] : header.migrations.filter((name) => !known.includes(name));
  if (header.format > formatVersion || unknown.length > 0) {
    const word = unknown.length > 0 ? 'backupNewerWith' : 'backupNewer';
    throw new BackupRefusal(operatorText(word, { path, names: unknown.join(', ') }));
  }
  return header;
}

function parse(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    return null;
  }
}

async function* readLines(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let hasBegun = false;
  try {
    const source = createReadStream(path);
    const text = createGunzip();
    source.once('error', (error) => text.destroy(error));
    for await (const chunk of source.pipe(text) as AsyncIterable<Buffer>) {
      let from = 0;
      hasBegun = true;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]);
        rest = [];
        from = at + 1;
      }
      rest.push(chunk.subarray(from));
    }
  } catch (error) {
    throw refusalOf(path, error as NodeJS.ErrnoException, hasBegun);
  }
  if (rest.some(({ length }) => length > 0)) throw damaged(path);
}

function refusalOf(path: string, error: NodeJS.ErrnoException, hasBegun: boolean): Error {
  if (error instanceof BackupRefusal) return error;
  if (error.code === 'Z_BUF_ERROR') return damaged(path);
  // Bytes after a whole part fail as the header of another.
  if (error.code === 'Z_DATA_ERROR')
    return hasBegun || !/header/.test(error.message) ? damaged(path) : notABackup(path);
  if (error.code === 'EISDIR') return new BackupRefusal(operatorText('backupIsFolder', { path }));
  if (error.code === 'ENOENT') return new BackupRefusal(operatorText('fileAbsent', { path }));
  const { code = '', syscall } = error;
  if (syscall) return new BackupRefusal(operatorText('fileUnreadable', { path, code }));
  return error;
}

function notABackup(path: string): BackupRefusal {
  return new BackupRefusal(operatorText('notABackup', { path }));
}

function damaged(path: string): BackupRefusal {
  return new BackupRefusal(operatorText('backupDamaged', { path }));
}

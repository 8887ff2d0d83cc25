import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';

/** One entry of a ZIP archive's central directory (APPNOTE 4.3.12). */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly unpackedBytes: number;
  readonly isEncrypted: boolean;
  /** The compressed content and the name in the local header. @throws ZipFault */
  readonly open: () => { readonly localName: string; readonly packed: Buffer };
}

export interface Zip {
  readonly entries: readonly ZipEntry[];
  /** The central directory ends where the end record begins, so nothing is hidden in between. */
  readonly isTight: boolean;
}

/** The archive is damaged or inconsistent. */
export class ZipFault extends Error {
  readonly reason: 'damaged' | 'encrypted' | 'tooManyEntries';

  constructor(reason: ZipFault['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

/** Names stay raw; callers that decompress compare the sizes. */
const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
const endRecordBytes = 22;

/** Reads the central directory of an archive up to its last byte; decompresses nothing. @throws ZipFault */
export function readZip(bytes: Buffer, mostEntries: number): Zip {
  const zip = takeNow<ZipFile>((done) =>
    fromRandomAccessReader(new BufferReader(bytes), bytes.length, options, done),
  );
  if (zip.entryCount > mostEntries) throw new ZipFault('tooManyEntries');
  const entries: Entry[] = [];
  let failure: Error | null = null;
  zip.on('entry', (entry: Entry) => entries.push(entry));
  zip.on('error', (error: Error) => {
    failure = error;
  });
  for (let count = 1; count <= zip.entryCount; count += 1) {
    zip.readEntry();
    // An entry with an invalid name is reported last.
    if (entries.length < count) throw faultOf(failure);
  }
  const isTight = Number(zip.readEntryCursor) === bytes.length - endRecordBytes - zip.comment.length;
  return { entries: entries.map((entry) => entryOf(zip, bytes, entry)), isTight };
}

function entryOf(zip: ZipFile, bytes: Buffer, entry: Entry): ZipEntry {
  return {
    name: entry.fileNameRaw.toString(),
    method: entry.compressionMethod,
    crc: entry.crc32,
    unpackedBytes: entry.uncompressedSize,
    isEncrypted: entry.isEncrypted(),
    open: () => {
      const { fileName, fileDataStart } = takeNow<{ fileName: Buffer; fileDataStart: number }>((done) =>
        zip.readLocalFileHeader(entry, done),
      );
      const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
      return { localName: fileName.toString(), packed };
    },
  };
}

/** Synchronous, so that the library is too: lists are read in a process of their own. */
class BufferReader extends RandomAccessReader {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override read(
    into: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    done(null, this.#bytes.subarray(position, position + length).copy(into, offset));
  }
}

/** The value passed to a callback synchronously. */
function takeNow<T>(call: (done: (error: Error | null, value: T) => void) => void): T {
  const taken: T[] = [];
  let failure: Error | null = null;
  call((error, value) => {
    if (error) failure = error;
    else taken.push(value);
  });
  const [value] = taken;
  if (value === undefined) throw faultOf(failure);
  return value;
}

function faultOf(failure: Error | null): ZipFault {
  const message = failure?.message ?? 'an entry without a name';
  return new ZipFault(message.includes('encryption') ? 'encrypted' : 'damaged', message);
}

import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';

/** One file of a ZIP archive, as the directory at the archive's end states it (APPNOTE 4.3.12). */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly unpackedBytes: number;
  readonly isEncrypted: boolean;
  /** Its content, still packed, and the name that stands before it. @throws ZipFault */
  readonly open: () => { readonly localName: string; readonly packed: Buffer };
}

export interface Zip {
  readonly entries: readonly ZipEntry[];
  /** The directory ends where the record of its end begins: nothing is hidden between them. */
  readonly isTight: boolean;
}

/** The archive is damaged, or lies about itself. */
export class ZipFault extends Error {
  readonly reason: 'damaged' | 'encrypted' | 'tooManyEntries';

  constructor(reason: ZipFault['reason'], message = '') {
    super(message);
    this.reason = reason;
  }
}

/** Names are given as they are; sizes are compared by whoever unpacks. */
const options = { lazyEntries: true, autoClose: false, decodeStrings: false, validateEntrySizes: false };
const endRecordBytes = 22;

/**
 * Reads the directory of an archive that ends with its last byte. Nothing is unpacked.
 * @throws ZipFault
 */
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
    // One without a name would come later.
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

/** Answers at once, and so does the library: lists are read without waiting, in a thread of their own. */
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

/** What a callback is given before the call that takes it is over. */
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

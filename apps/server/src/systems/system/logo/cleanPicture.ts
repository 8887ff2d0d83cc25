import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';

export interface CleanPicture {
  readonly contentType: 'image/png' | 'image/jpeg';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The bytes that draw the picture: no metadata, no comment, nothing after the end. */
  readonly bytes: Buffer;
}

/** Rewrites a complete PNG or JPEG from the parts that draw it; null for anything else. */
export async function cleanPicture(bytes: Buffer): Promise<CleanPicture | null> {
  return (await cleanPng(bytes)) ?? cleanJpeg(bytes);
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
const drawingChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** The number of samples in a pixel, by colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const mostPixels = 4_000_000;

/** Cleans a PNG (W3C, third edition): checks every checksum, and that the image data unpack to the right number of bytes. */
async function cleanPng(bytes: Buffer): Promise<CleanPicture | null> {
  if (!bytes.subarray(0, 8).equals(pngSignature)) return null;
  const chunks = pngChunks(bytes) ?? [];
  const [first] = chunks;
  if (first?.type !== 'IHDR' || first.data.length !== 13) return null;
  const header = first.data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const isInterlaced = header[12] === 1;
  const bits = (samples[header[9] ?? 1] ?? 0) * (header[8] ?? 0);
  if (bits === 0 || width * height === 0 || width * height > mostPixels) return null;
  const unpacked = height * (1 + Math.ceil((width * bits) / 8));
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data);
  // Interlaced rows are padded in each of their seven passes.
  const most = isInterlaced ? unpacked * 2 + 64 : unpacked;
  const pixels = await promisify(inflate)(Buffer.concat(data), { maxOutputLength: most }).catch(() => null);
  if (!pixels || pixels.length < unpacked) return null;
  const kept = chunks.filter(({ type }) => drawingChunks.includes(type)).map(({ whole }) => whole);
  return { contentType: 'image/png', width, height, bytes: Buffer.concat([pngSignature, ...kept]) };
}

/** The chunks up to the end of the image; null where a chunk is damaged, or is unknown but must not be left out. */
function pngChunks(bytes: Buffer) {
  const chunks: { readonly type: string; readonly data: Buffer; readonly whole: Buffer }[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return null;
    const type = bytes.toString('latin1', at + 4, at + 8);
    // A capital first letter marks a chunk that every reader must understand.
    if (/^[A-Z]/.test(type) && !drawingChunks.includes(type)) return null;
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4), whole: bytes.subarray(at, end) });
    if (type === 'IEND') return chunks;
    at = end;
  }
  return null;
}

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** SOF0 to SOF2, DHT, DQT, DRI, DNL, the JFIF header, and Adobe's header, which says how colours are stored. */
const drawingSegments = [0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, 0xdc, 0xe0, 0xee];

/** Cleans a JPEG (ITU T.81): keeps the segments that draw, with their scans. */
function cleanJpeg(bytes: Buffer): CleanPicture | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xff00 + startOfImage) return null;
  const kept = [bytes.subarray(0, 2)];
  let size: { readonly width: number; readonly height: number } | null = null;
  let hasScan = false;
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === endOfImage) {
      kept.push(bytes.subarray(at, at + 2));
      return size && hasScan ? { contentType: 'image/jpeg', ...size, bytes: Buffer.concat(kept) } : null;
    }
    // Skips fill bytes before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (at + 4 > bytes.length) return null;
    let end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return null;
    if (marker >= 0xc0 && marker <= 0xc2 && end - at >= 9)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === startOfScan) {
      hasScan = true;
      end = endOfScan(bytes, end);
    }
    if (marker === startOfScan || drawingSegments.includes(marker)) kept.push(bytes.subarray(at, end));
    at = end;
  }
  return null;
}

/** The place of the marker after the coded data; a stuffed byte or a restart marker is part of these data. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
}

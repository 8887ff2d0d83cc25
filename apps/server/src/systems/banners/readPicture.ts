export interface Picture {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * Type and size in pixels of a complete PNG (W3C), JPEG (ITU T.81) or WebP (RFC 9649), by the content,
 * whatever the file's name; null for anything else. No pixels are decoded.
 */
export function readPicture(bytes: Buffer): Picture | null {
  return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
}

const pngSignature = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

function readPng(bytes: Buffer): Picture | null {
  if (!bytes.subarray(0, 16).equals(pngSignature) || !bytes.subarray(-12).includes('IEND')) return null;
  return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Walks the segments up to the frame header, which holds the size. */
function readJpeg(bytes: Buffer): Picture | null {
  const isWhole = bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > 2;
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8 || !isWhole) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes.readUInt8(at + 1);
    // SOF0 to SOF15, except DHT, JPG and DAC, which share the range.
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return {
        contentType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    // Skips fill bytes before a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function readWebp(bytes: Buffer): Picture | null {
  const isRiff = bytes.length >= 30 && bytes.toString('latin1', 0, 4) === 'RIFF';
  if (!isRiff || bytes.toString('latin1', 8, 12) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return null;
  const size = webpSize(bytes);
  return size && { contentType: 'image/webp', ...size };
}

function webpSize(bytes: Buffer): { width: number; height: number } | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makePng, pngChunk } from '../../banners/fixtures/pictures.ts';
import { cleanPicture } from './cleanPicture.ts';

/** A JPEG of 8 by 4 grey pixels, as a camera writes it: with JFIF and EXIF headers. */
const jpeg = Buffer.from(
  [
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4QAURXhpZgAATU0AKkdQUyBoZXJl//4AEm1hZGUgYnkgYSBjYW1lcmH/4gHYSUNDX1BST0ZJ',
    'TEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA',
    '9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRy',
    'WFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJD',
    'AAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAAD',
    'kFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAAC',
    'ZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMA',
    'LgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqm',
    'x5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/',
    'wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAL/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAA',
    'AAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAB/9k=',
  ].join(''),
  'base64',
);
const script = Buffer.from('<script>alert(1)</script>');

/** A PNG with this chunk before its image data. */
function pngWith(type: string, data: Buffer): Buffer {
  const png = makePng(40, 20);
  return Buffer.concat([png.subarray(0, 33), pngChunk(type, data), png.subarray(33)]);
}

function changed(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8((copy.readUInt8(at) + 1) % 256, at);
  return copy;
}

/** A PNG whose header says 40 by 20, and whose image data unpack to `unpacked` bytes. */
function pngOfData(unpacked: number): Buffer {
  const png = makePng(40, 20);
  const data = pngChunk('IDAT', deflateSync(Buffer.alloc(unpacked)));
  return Buffer.concat([png.subarray(0, 33), data, png.subarray(-12)]);
}

describe('a logo', () => {
  it('is recognised by its content, with its size', async () => {
    expect(await cleanPicture(makePng(40, 20))).toEqual({
      contentType: 'image/png',
      width: 40,
      height: 20,
      bytes: makePng(40, 20),
    });
    expect(await cleanPicture(jpeg)).toMatchObject({ contentType: 'image/jpeg', width: 8, height: 4 });
  });

  it.each([
    ['a text', pngWith('tEXt', script)],
    ['EXIF data', pngWith('eXIf', script)],
    ['an animation', pngWith('acTL', script)],
    ['something after its end', Buffer.concat([makePng(40, 20), script])],
  ])('loses %s that its PNG contains', async (_what, bytes) => {
    expect((await cleanPicture(bytes))?.bytes.equals(makePng(40, 20))).toBe(true);
  });

  it('loses the metadata of a JPEG and what follows its end, and can still be drawn', async () => {
    const clean = (await cleanPicture(Buffer.concat([jpeg, script])))?.bytes ?? Buffer.alloc(0);
    expect(jpeg.includes('Exif')).toBe(true);
    expect([clean.includes('Exif'), clean.includes('script'), clean.includes('JFIF')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(clean.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    expect((await cleanPicture(clean))?.bytes.equals(clean)).toBe(true);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a\x10\x00\x10\x00\x80\x00\x00')],
    ['half a PNG', makePng(40, 20).subarray(0, -20)],
    ['half a JPEG', jpeg.subarray(0, -40)],
    ['a PNG with a wrong checksum', changed(makePng(40, 20), 30)],
    ['a PNG with an unknown chunk that must be understood', pngWith('EVIL', script)],
    ['a PNG with fewer pixels than it says', pngOfData(41 * 20 - 1)],
    ['a PNG that unpacks to more than it says', pngOfData(50_000_000)],
    ['a PNG of more pixels than fit', makePng(9000, 9000)],
    ['a JPEG without a picture', Buffer.from('ffd8ffd9', 'hex')],
  ])('is not %s', async (_what, bytes) => {
    expect(await cleanPicture(bytes)).toBeNull();
  });

  it('never throws, whatever the content', async () => {
    for (const whole of [makePng(40, 20), jpeg])
      for (let length = 0; length < whole.length; length++)
        expect(await cleanPicture(whole.subarray(0, length))).toBeNull();
  });
});

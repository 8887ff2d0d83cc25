import { describe, expect, it } from 'vitest';
import { makeJpeg, makePng, makeWebp } from './fixtures/pictures.ts';
import { readPicture } from './readPicture.ts';

describe('a picture', () => {
  it.each([
    ['image/png', makePng(1200, 300)],
    ['image/jpeg', makeJpeg(1200, 300)],
    ['image/webp', makeWebp('VP8X', 1200, 300)],
    ['image/webp', makeWebp('VP8L', 1200, 300)],
    ['image/webp', makeWebp('VP8 ', 1200, 300)],
  ])('is recognised as %s by its content, with its size', (contentType, bytes) => {
    expect(readPicture(bytes)).toEqual({ contentType, width: 1200, height: 300 });
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', Buffer.from('GIF89a\x10\x00\x10\x00\x80\x00\x00')],
    ['half a PNG', makePng(1200, 300).subarray(0, -20)],
    ['half a JPEG', makeJpeg(1200, 300).subarray(0, -2)],
    ['half a WebP', makeWebp('VP8X', 1200, 300).subarray(0, -4)],
    ['the first bytes of a JPEG', Buffer.from('ffd8ffd9', 'hex')],
    ['a JPEG whose segment leads beyond its end', Buffer.from('ffd8ffe0ffff0000ffd9', 'hex')],
    ['another file in a container of WebP', Buffer.from(makeWebp('VP8X', 1200, 300)).fill('WAVE', 8, 12)],
    ['a WebP without a picture', Buffer.from(`RIFF\x1c\0\0\0WEBPJUNK${'\0'.repeat(20)}`, 'latin1')],
  ])('is not %s', (_what, bytes) => {
    expect(readPicture(bytes)).toBeNull();
  });

  it('never throws, whatever the content', () => {
    const whole = [makePng(40, 20), makeJpeg(40, 20), makeWebp('VP8L', 40, 20)];
    for (const bytes of whole)
      for (let length = 0; length < bytes.length; length++)
        expect(() => readPicture(bytes.subarray(0, length))).not.toThrow();
  });
});

import * as z from 'zod/mini';
import { endpoint, flag, image, json, multipart } from '../core/endpoint.ts';
import { oneLine } from './systemFields.ts';

export const bannerMaxBytes = 2 * 1024 * 1024;
/** Whether a picture of this many pixels may be a banner. */
export function isBannerSize({ width, height }: { width: number; height: number }): boolean {
  return width >= 600 && width <= 5000 && height >= 80 && width >= 2 * height;
}

export const bannerAltLimit = 200;

/**
 * Lets a page reserve space before the picture loads; `version` changes with the picture. `alt` is the text
 * alternative in both languages; both texts are empty when the picture is decorative.
 */
export const Banner = z.object({
  version: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.object({ fr: z.string(), en: z.string() }),
});
export type Banner = z.infer<typeof Banner>;

const alt = z._default(oneLine.check(z.maxLength(bannerAltLimit, 'maxLength')), '');

/** A picture that is not decorative needs a text alternative in both languages. */
const BannerForm = z.object({ isDecorative: z._default(flag, false), altFr: alt, altEn: alt }).check(
  z.refine(({ isDecorative, altFr }) => isDecorative || altFr !== '', {
    path: ['altFr'],
    error: 'required',
  }),
  z.refine(({ isDecorative, altEn }) => isDecorative || altEn !== '', {
    path: ['altEn'],
    error: 'required',
  }),
);
export type BannerForm = z.output<typeof BannerForm>;

/** Public, so that a plain `img` can load it. Addresses with the version are cached forever. */
export const getBanner = endpoint('GET /api/valid/banner/:systemId', {
  summary: 'Returns the banner of a system: a PNG, JPEG or WebP.',
  access: 'public',
  query: z.object({ v: z.optional(z.string()) }),
  reply: image,
});

export function bannerAddress(systemId: number, { version }: Banner): string {
  return `${getBanner.path.replace(':systemId', String(systemId))}?v=${version}`;
}

export const saveBanner = endpoint('POST /api/SystemBanner/:systemId', {
  summary:
    'Sets the banner of a system; its format is detected from the content. Without a file, only the text alternative changes.',
  access: { level: 'admin' },
  body: multipart(BannerForm, { required: false, maxBytes: bannerMaxBytes }),
  reply: json(Banner),
});

export const removeBanner = endpoint('DELETE /api/SystemBanner/:systemId', {
  summary: 'Removes the banner of a system; false when it had none.',
  access: { level: 'admin' },
  reply: json(z.boolean()),
});

import * as z from 'zod/mini';
import { endpoint, image, json, multipart } from './core/endpoint.ts';
import { flag, ofSystem, systemId } from './core/wire.ts';

export const bannerMaxBytes = 2 * 1024 * 1024;
/** In pixels; and a banner is at least twice as wide as high. */
export const bannerSize = { leastWidth: 600, mostWidth: 5000, leastHeight: 80 } as const;

export const bannerAltLimit = 200;

/**
 * What a page needs to leave room for the picture before it is there; `version` changes with the picture. `alt` says
 * in words what it shows, in both languages; both are empty where it only decorates.
 */
export const Banner = z.object({
  version: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.object({ fr: z.string(), en: z.string() }),
});
export type Banner = z.infer<typeof Banner>;

const alt = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(bannerAltLimit, 'maxLength'),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'oneLine'),
    ),
  '',
);

/** A picture that shows something is said in words, in both languages: whoever does not see it reads one of them. */
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

/** Public, so that a plain `img` can show it; an address with the version may be kept by caches for ever. */
export const getBanner = endpoint({
  method: 'GET',
  path: '/api/valid/banner/:systemId',
  summary: 'The banner of a system: a PNG, JPEG or WebP.',
  access: 'public',
  params: z.object({ systemId }),
  query: z.object({ v: z.optional(z.string()) }),
  reply: image,
});

export function bannerAddress(systemId: number, { version }: Banner): string {
  return `${getBanner.path.replace(':systemId', String(systemId))}?v=${version}`;
}

export const saveBanner = endpoint({
  method: 'POST',
  path: '/api/SystemBanner/:systemId',
  summary:
    'Sets the banner of a system, known by what the file holds; without a file, only what is said of it.',
  access: { level: 'admin' },
  params: ofSystem,
  body: multipart(BannerForm, { required: false, maxBytes: bannerMaxBytes }),
  reply: json(Banner),
});

export const removeBanner = endpoint({
  method: 'DELETE',
  path: '/api/SystemBanner/:systemId',
  summary: 'Removes the banner of a system; false when it had none.',
  access: { level: 'admin' },
  params: ofSystem,
  reply: json(z.boolean()),
});

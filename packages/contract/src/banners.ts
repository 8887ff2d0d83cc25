import * as z from 'zod/mini';
import { endpoint, image, json, multipart } from './core/endpoint.ts';
import { id, ofSystem } from './core/wire.ts';

export const bannerMaxBytes = 2 * 1024 * 1024;
/** In pixels; and a banner is at least twice as wide as high. */
export const bannerSize = { leastWidth: 600, mostWidth: 5000, leastHeight: 80 } as const;

/** What a page needs to leave room for the picture before it is there; `version` changes with the picture. */
export const Banner = z.object({ version: z.string(), width: z.int(), height: z.int() });
export type Banner = z.infer<typeof Banner>;

/** Public, so that a plain `img` can show it; an address with the version may be kept by caches for ever. */
export const getBanner = endpoint({
  method: 'GET',
  path: '/api/valid/banner/:systemId',
  summary: 'The banner of a system: a PNG, JPEG or WebP.',
  access: 'public',
  params: z.object({ systemId: id }),
  query: z.object({ v: z.optional(z.string()) }),
  reply: image,
});

export function bannerAddress(systemId: number, { version }: Banner): string {
  return `/api/valid/banner/${systemId}?v=${version}`;
}

export const saveBanner = endpoint({
  method: 'POST',
  path: '/api/SystemBanner/:systemId',
  summary: 'Sets the banner of a system; what the file is, is decided from its content.',
  access: { level: 'admin' },
  params: ofSystem,
  body: multipart(z.object({}), { required: true, maxBytes: bannerMaxBytes }),
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

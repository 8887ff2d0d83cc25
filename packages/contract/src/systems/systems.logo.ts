import * as z from 'zod/mini';
import { endpoint, image, json, multipart } from '../core/endpoint.ts';
import { System } from './systems.ts';

export const logoMaxBytes = 200 * 1024;
/** The limits in pixels; mails show the logo smaller. */
export const logoSize = { leastWidth: 16, mostWidth: 1200, leastHeight: 16, mostHeight: 600 } as const;

/** Public, since every mail shows the logo. Addresses with the id are cached forever. */
export const getLogo = endpoint('GET /api/valid/logo/:systemId', {
  summary: 'Returns the logo at the head of the mails of a system: a PNG or JPEG.',
  access: 'public',
  query: z.object({ v: z.optional(z.string()) }),
  reply: image,
});

export function logoAddress(systemId: number, logoId: number): string {
  return `${getLogo.path.replace(':systemId', String(systemId))}?v=${logoId}`;
}

export const saveLogo = endpoint('POST /api/SystemLogo/:systemId', {
  summary:
    'Sets the logo at the head of the mails of a system. Only what draws the picture is kept of the file.',
  access: { level: 'admin' },
  body: multipart(z.object({}), { required: true, maxBytes: logoMaxBytes }),
  reply: json(System),
});

export const removeLogo = endpoint('DELETE /api/SystemLogo/:systemId', {
  summary: 'Removes the logo of a system; the mails that are queued keep it.',
  access: { level: 'admin' },
  reply: json(System),
});

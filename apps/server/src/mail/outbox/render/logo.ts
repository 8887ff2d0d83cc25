import type { LogoSize } from '../../../systems/university/university.service.ts';

export interface Logo {
  readonly id: number;
  readonly contentType: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
}

/** In CSS pixels. */
const mostWidth = 240;
const mostHeight = 64;

/** The name of the part that holds the logo (RFC 2392): the same in all mails with this logo. */
export function makeContentId(logoId: number): string {
  return `logo${logoId}@guichet`;
}

/** The logo of a mail. `alt`: its words where images are blocked, HTML-escaped. */
export function logoImage({ id, width, height }: LogoSize, alt: string): string {
  const scale = Math.min(1, mostWidth / width, mostHeight / height);
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
  return `<img src="cid:${makeContentId(id)}" width="${shownWidth}" height="${shownHeight}" alt="${alt}" class="logo" style="display:block;max-width:100%;height:auto;border:0">`;
}

/** Puts the logo into the HTML of a mail as a data address: a page of the portal has no MIME parts. */
export function withLogoInside(html: string, logo: Logo | null): string {
  if (logo === null) return html;
  const address = `data:${logo.contentType};base64,${logo.bytes.toString('base64')}`;
  return html.replace(`src="cid:${makeContentId(logo.id)}"`, () => `src="${address}"`);
}

const everywhere = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
};

/** Nothing but the one policy of `trustedHtml.ts` hands text to a parser of HTML or of scripts. The editor knows no such. */
const trustedTypes = { 'require-trusted-types-for': "'script'", 'trusted-types': 'guichet' };

/** Texts carry their alignment and colours in attributes, and the editor handles pasted pictures as blobs. */
const besideEditor = {
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob:",
};

/** For what people uploaded: opened as a document of its own, it runs nothing, loads nothing and is of no origin. */
export const sandbox = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

export interface ContentPolicies {
  readonly plain: string;
  /** For pages with the text editor, and for no other (decision 006). */
  readonly editor: string;
}

/** What documents of the portal may load and run, as the header `Content-Security-Policy` says it. */
export function contentPolicies(publicUrl: string): ContentPolicies {
  const secure = publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': '' } : {};
  return {
    plain: headerOf({ ...everywhere, ...trustedTypes, ...secure }),
    editor: headerOf({ ...everywhere, ...besideEditor, ...secure }),
  };
}

function headerOf(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join(';');
}

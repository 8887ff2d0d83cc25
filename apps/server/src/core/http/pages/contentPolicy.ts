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

/** Only `trustedHtml.ts` may feed HTML or script parsers. The editor does not support trusted types. */
const trustedTypes = { 'require-trusted-types-for': "'script'", 'trusted-types': 'guichet' };

/** The editor needs style attributes for alignment and colours, and blob URLs for pasted pictures. */
const besideEditor = {
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob:",
};

/** The policy of uploaded files: opened as documents, they run and load nothing and have an opaque origin. */
export const sandbox = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox";

export interface ContentPolicies {
  readonly plain: string;
  /** Only for pages with the text editor (decision 006). */
  readonly editor: string;
}

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

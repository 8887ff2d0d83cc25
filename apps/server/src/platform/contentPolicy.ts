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

/** Texts carry their alignment and colours in attributes, and the editor handles pasted pictures as blobs. */
const besideEditor = {
  'style-src-attr': "'unsafe-inline'",
  'img-src': "'self' data: blob:",
};

export interface ContentPolicies {
  readonly plain: string;
  /** For pages with the text editor, and for no other (decision 006). */
  readonly editor: string;
}

/** What documents of the portal may load and run, as the header `Content-Security-Policy` says it. */
export function contentPolicies(publicUrl: string): ContentPolicies {
  const secure = publicUrl.startsWith('https:') ? { 'upgrade-insecure-requests': '' } : {};
  return {
    plain: headerOf({ ...everywhere, ...secure }),
    editor: headerOf({ ...everywhere, ...besideEditor, ...secure }),
  };
}

function headerOf(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join(';');
}

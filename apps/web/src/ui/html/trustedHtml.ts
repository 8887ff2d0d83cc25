type Policy = { createHTML(text: string): unknown };
type Factory = {
  createPolicy(name: string, rules: { createHTML(text: string): string }): Policy;
};

/** The only Trusted Types policy; browsers with Trusted Types let no other text reach a parser. */
const policy = (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy('guichet', {
  createHTML: (text) => text,
});

/** For `foreignHtml.ts` and its frame alone: HTML for a detached document, or a document without scripts. */
export function trustedHtml(text: string): string {
  return (policy?.createHTML(text) ?? text) as string;
}

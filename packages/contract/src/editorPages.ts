/**
 * Whether a page of the portal holds the text editor, which needs a wider content policy than all others
 * (decision 006). `path` as the address has it, without its query.
 */
export function hasEditor(path: string): boolean {
  return /^\/[^/]+\/configuration\/?$/i.test(path);
}

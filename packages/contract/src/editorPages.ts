/**
 * Whether a page has the text editor, which needs a wider content security policy than all others (decision 006).
 * `path` without its query.
 */
export function hasEditor(path: string): boolean {
  return /^\/[^/]+\/configuration\/?$/i.test(path);
}

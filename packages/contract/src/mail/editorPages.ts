/** Whether a page has the text editor, which needs a wider content policy (decision 006). `path` has no query. */
export function hasEditor(path: string): boolean {
  return /^\/(?:[^/]+\/configuration|configuration\/exams\/\d+\/\d+\/(?:messages|letter))\/?$/i.test(path);
}

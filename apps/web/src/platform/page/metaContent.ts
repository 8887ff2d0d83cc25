/** The content of a `meta` that the server fills into the page; null when it is missing or empty. */
export function metaContent(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;
}

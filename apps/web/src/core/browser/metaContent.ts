/** The content of a `meta` element that the server fills in; null when missing or empty. */
export function metaContent(name: string): string | null {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;
}

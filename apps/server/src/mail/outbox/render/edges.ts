const emptyParagraph = /^\s*(?:<p\b[^<>]*>(?:\s|&nbsp;|&#160;|<br[^<>]*>)*<\/p>\s*)?$/;

/** A sanitised body without the empty paragraphs at its start and end, which readers would see as holes. */
export function withoutEmptyEdges(html: string): string {
  const parts = html.split(/(?<=<\/p>)/);
  const isFull = (part: string) => !emptyParagraph.test(part);
  const first = parts.findIndex(isFull);
  return first < 0
    ? ''
    : parts
        .slice(first, parts.findLastIndex(isFull) + 1)
        .join('')
        .trim();
}

import { type Placeholder, placeholders } from '@guichet/contract/messages';

export type SampleValues = Readonly<Record<Placeholder, string>>;

/** A subject with its placeholders filled; an unknown one stays as it is, so that it is seen. */
export function fillText(text: string, values: SampleValues): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (mark, name: string) => {
    const known = placeholders.find((placeholder) => placeholder === name);
    return known ? values[known] : mark;
  });
}

/** The same for a body: what is filled in is text there, never HTML. */
export function fillHtml(html: string, values: SampleValues): string {
  const escaped = placeholders.map((name) => [name, escapeHtml(values[name])]);
  return fillText(html, Object.fromEntries(escaped) as SampleValues);
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

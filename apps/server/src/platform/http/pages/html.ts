/** Text that is safe as HTML; only the template below makes it. */
class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type { Html };
export type Insert = Html | string | number | null | false | readonly Insert[];

/**
 * Template for elements and quoted attributes: what is put in is escaped, unless it is itself such a template.
 * Nothing may be put into a script, a style, an unquoted attribute or, unless we have built it, an address.
 */
export function html(parts: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(parts.map((part, at) => part + textOf(inserts[at] ?? null)).join(''));
}

function textOf(insert: Insert): string {
  if (insert === null || insert === false) return '';
  if (insert instanceof Html) return insert.toString();
  if (typeof insert === 'object') return insert.map(textOf).join('');
  return escapeHtml(String(insert));
}

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

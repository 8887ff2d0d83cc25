/** Safe HTML text; made by the template below only. */
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
 * Template tag for elements and quoted attributes: inserted values are escaped, unless they are made by this tag.
 * Do not insert into scripts, styles, unquoted attributes or, unless built by us, URLs.
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

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Safe HTML text; only the template tag below makes it. */
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
 * Template tag for elements and quoted attributes: escapes inserted values, except results of this tag.
 * Insert nothing into scripts, styles or unquoted attributes, and into URLs only what the portal has built.
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

import type { FieldFault } from '@guichet/contract/core/errors';

/** The path of a text that PostgreSQL cannot store, with NUL or a lone surrogate; null where there is none. */
export function findInvalidText(fields: unknown): FieldFault | null {
  // Iterative, since a body may be nested as deep as it is long.
  const rest: { readonly value: unknown; readonly path: string }[] = [{ value: fields, path: '' }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return { path, messageKey: 'invalid' };
    if (typeof value !== 'object' || value === null) continue;
    // Long paths are cut: a legitimate body is not nested this deep.
    for (const [name, part] of Object.entries(value))
      rest.push({ value: part, path: path.length > 100 ? path : path ? `${path}.${name}` : name });
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

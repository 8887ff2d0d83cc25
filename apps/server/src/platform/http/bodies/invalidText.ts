import type { FieldFault } from '@guichet/contract/core/errors';

/**
 * A text among the fields of a request that no column can hold: PostgreSQL knows neither the character 0 nor half a
 * pair of surrogates. Neither comes from a keyboard; null where there is none.
 */
export function findInvalidText(fields: unknown): FieldFault | null {
  // A list of what is still to be looked at, not a recursion: a body may be nested as deep as it is long.
  const rest: { readonly value: unknown; readonly path: string }[] = [{ value: fields, path: '' }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) return { path, messageKey: 'invalid' };
    if (typeof value !== 'object' || value === null) continue;
    // Paths are told of fields and their lists; below that a body is nested for no good reason.
    for (const [name, part] of Object.entries(value))
      rest.push({ value: part, path: path.length > 100 ? path : path ? `${path}.${name}` : name });
  }
  return null;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

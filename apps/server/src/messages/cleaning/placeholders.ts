import { placeholders } from '@guichet/contract/messages';
import { AppError } from '../../platform/runtime/errors.ts';

/**
 * Brings the placeholders of a text to their canonical spelling, `{{name}}`.
 * @throws AppError `message.unknownPlaceholder` at `field`, with the name of one that is unknown or not closed
 */
export function checkPlaceholders(
  text: string,
  field: string,
  known: readonly string[] = placeholders,
): string {
  const checked = text.replace(/\{\{([^{}]*)\}\}/g, (_mark, inside: string) => {
    const name = wordsOf(inside);
    if (!known.includes(name)) throw unknown(name, field);
    return `{{${name}}}`;
  });
  const [broken] = /\{\{(?!\w+\}\}).{0,40}/s.exec(checked) ?? [];
  if (broken) throw unknown(wordsOf(broken), field);
  return checked;
}

function unknown(name: string, field: string): AppError {
  return new AppError('message.unknownPlaceholder', {
    params: { name: name || '{{}}' },
    faults: [{ path: field, messageKey: 'unknownPlaceholder' }],
  });
}

/** The visible text of a placeholder: editors may put tags and no-break spaces inside. */
function wordsOf(inside: string): string {
  return inside
    .replace(/<[^>]*>?/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

import { placeholders } from '@guichet/contract/messages';
import { AppError } from '../../platform/runtime/errors.ts';

/**
 * Brings the placeholders of a text to their one spelling, `{{name}}`.
 * @throws AppError `message.unknownPlaceholder` for one that does not exist or is not closed, with its name,
 * at `field`.
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

/** What a reader of the editor sees of it: an editor may put tags and hard blanks inside. */
function wordsOf(inside: string): string {
  return inside
    .replace(/<[^>]*>?/g, '')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Owns the keys by which people are found and sorted: a pure function. Does not know the search. */
import { fold } from '@guichet/contract/core/fold';

/**
 * The sort key and the searchable text of a person, folded so that neither accents nor case matter (S5). The last
 * word of the text is the address with the student number; the words before it are the name, for `full_name_key`.
 */
export function nameKeys(firstName: string, lastName: string, email: string, studentNumber: string | null) {
  return {
    sort_name: fold(`${lastName} ${firstName}`),
    search_text: `${fold(`${firstName} ${lastName} ${email}`)}${studentNumber === null ? '' : numberMark(studentNumber)}`,
  };
}

function numberMark(studentNumber: string): string {
  return `#${fold(studentNumber).replaceAll(' ', '')}`;
}

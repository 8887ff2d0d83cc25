/** Owns by what people are found and sorted. Refuses to know where they are searched: it is one calculation. */
import { fold } from '@guichet/contract/core/fold';

/**
 * What lists of people sort by and what search looks in: both folded, so that neither accents nor case matter (S5). The
 * student number hangs on the last word, the address: all before it is the name, which `full_name_key` is made of.
 */
export function nameKeys(
  firstName: string,
  lastName: string,
  email: string,
  studentNumber: string | null,
): { sort_name: string; search_text: string } {
  return {
    sort_name: fold(`${lastName} ${firstName}`),
    search_text: `${fold(`${firstName} ${lastName} ${email}`)}${studentNumber === null ? '' : numberMark(studentNumber)}`,
  };
}

function numberMark(studentNumber: string): string {
  return `#${fold(studentNumber).replaceAll(' ', '')}`;
}

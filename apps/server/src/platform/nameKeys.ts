import { fold } from '@guichet/contract/core/fold';

/** What lists of people sort by and what search looks in: both folded, so that neither accents nor case matter (S5). */
export function nameKeys(
  firstName: string,
  lastName: string,
  email: string,
): { sort_name: string; search_text: string } {
  return {
    sort_name: fold(`${lastName} ${firstName}`),
    search_text: fold(`${firstName} ${lastName} ${email}`),
  };
}

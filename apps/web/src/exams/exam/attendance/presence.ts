import { nameText, nameWords } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { ListedUser, PresenceState } from '@guichet/contract/identity/users';
import type { T } from '../../../core/i18n/useT.ts';

export type Shown = PresenceState | 'unticked';
export const shownStates = ['unticked', 'present', 'absent'] as const satisfies readonly Shown[];

/** `17 présents · 2 absents · 24 à pointer`. */
export function countsText(t: T, states: readonly (PresenceState | null)[]): string {
  const count = (state: Shown) => states.filter((one) => (one ?? 'unticked') === state).length;
  return (['present', 'absent', 'unticked'] as const)
    .map((state) => t(`Presence.Count.${state}`, { count: count(state) }))
    .join(' · ');
}

/** Whether each word of a search occurs in the name, address or student number. */
export function matches({ fullName, email, studentNumber }: ListedUser, search: string): boolean {
  const text = nameText([fullName, email, studentNumber].join('\n'));
  return nameWords(search).every((word) => text.includes(word));
}

export function formatListName({ lastName, firstName, fullName, email }: ListedUser): string {
  return [lastName, firstName].filter(Boolean).join(', ') || fullName || email;
}

/** Sorts by last name and then first name, in the order of the language: Baron, Louis before Baron-Caron, Anne; Denis before d’Entremont. */
export function inOrder(candidates: readonly ListedUser[], language: Language): readonly ListedUser[] {
  const { compare } = new Intl.Collator(language, { ignorePunctuation: true });
  const partsOf = (one: ListedUser) => [one.lastName || formatListName(one), one.firstName ?? ''] as const;
  return candidates.toSorted((one, other) => {
    const [[last, first], [otherLast, otherFirst]] = [partsOf(one), partsOf(other)];
    return compare(last, otherLast) || compare(first, otherFirst) || one.id - other.id;
  });
}

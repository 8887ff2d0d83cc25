import { fold } from '../core/fold.ts';
import type { FoundUser, SortField } from './users.search.ts';

export interface FoundOrder {
  readonly field: SortField;
  readonly descending: boolean;
}

/**
 * Sorts people in the browser exactly as `searchUsers` does: nulls come first ascending and last descending;
 * ties by name, then by id, both ascending. For a client that has the whole list.
 */
export function sortFound(users: readonly FoundUser[], { field, descending }: FoundOrder): FoundUser[] {
  const names = nameKeysOf(users);
  const byName: Compare = (one, other) => compareTexts(names(one), names(other));
  const byField = comparisonOf(users, field, byName);
  const sign = descending ? -1 : 1;
  const idOf = (at: number) => users[at]?.id ?? 0;
  // Indices in typed arrays: comparing the rows themselves takes several times as long.
  const places = Uint32Array.from(users, (_, at) => at).sort(
    (one, other) => sign * byField(one, other) || byName(one, other) || idOf(one) - idOf(other),
  );
  return Array.from(places, (at) => users[at] as FoundUser);
}

type Compare = (one: number, other: number) => number;

function comparisonOf(users: readonly FoundUser[], field: SortField, byName: Compare): Compare {
  switch (field) {
    case 'fullName':
    case 'name':
      return byName;
    case 'profession':
      return byText(users.map(({ profession }) => profession));
    case 'isActive':
      return byNumber(users, ({ isActive }) => Number(isActive));
    case 'subscriptionDate':
      return byNumber(users, ({ createdAt }) => createdAt.getTime());
    case 'lastVisitDate':
      return byNumber(users, ({ lastVisitDate }) => lastVisitDate?.getTime() ?? Number.MIN_SAFE_INTEGER);
    case 'attestation':
    case 'numberOfWorkshops':
      return byNumber(users, (user) => user[field]);
  }
}

function byNumber(users: readonly FoundUser[], keyOf: (user: FoundUser) => number): Compare {
  const keys = Float64Array.from(users, keyOf);
  return (one, other) => (keys[one] ?? 0) - (keys[other] ?? 0);
}

function byText(texts: readonly (string | null)[]): Compare {
  const folded = new Map(texts.map((text) => [text, text === null ? '' : textKey(text)]));
  const keys = texts.map((text) => folded.get(text) ?? '');
  return (one, other) => compareTexts(keys[one] ?? '', keys[other] ?? '');
}

const nameKeys = new WeakMap<readonly FoundUser[], string[]>();

/** Each name is folded on first use and cached with the list; days are rarely shared. */
function nameKeysOf(users: readonly FoundUser[]): (at: number) => string {
  const keys = nameKeys.get(users) ?? new Array<string>(users.length);
  nameKeys.set(users, keys);
  return (at) => {
    const { fullName, email } = users[at] as FoundUser;
    // Falls back to the address for a name that folds to nothing, as the database does.
    keys[at] ??= textKey(fullName) || textKey(email);
    return keys[at];
  };
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Makes the comparison follow code points, as the database's does: in UTF-16, surrogates sort below U+E000 to U+FFFF. */
function textKey(text: string): string {
  return fold(text).replaceAll(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0);
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
  });
}

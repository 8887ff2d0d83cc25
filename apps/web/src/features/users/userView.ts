import { fold } from '@guichet/contract/core/fold';
import type { ListedUser } from '@guichet/contract/users';
import { listedTexts } from '@guichet/contract/users.personTexts';
import type { Order } from '../../platform/lists/order.ts';

export const userColumns = ['firstName', 'lastName', 'email', 'role', ...listedTexts] as const;
export type UserColumn = (typeof userColumns)[number];

export type UserOrder = Order<UserColumn>;

/** The columns that a list shows: texts that not everybody has only where somebody in it has one. */
export function columnsOf(users: readonly ListedUser[]): readonly UserColumn[] {
  const missing = listedTexts.filter((name) => users.every((user) => user[name] === null));
  return userColumns.filter((column) => !missing.some((name) => name === column));
}

/** A user with the folded texts to search and sort by, made once for each list that arrives. */
export interface IndexedUser {
  readonly user: ListedUser;
  readonly keys: Readonly<Record<UserColumn, string | null>>;
}

export function indexUsers(users: readonly ListedUser[]): IndexedUser[] {
  return users.map((user) => {
    const pairs = userColumns.map((column) => [column, foldOrNull(user[column])]);
    return { user, keys: Object.fromEntries(pairs) };
  });
}

/** Those in whose columns every word of the search occurs (S5.28, S5.29). */
export function searchUsers(users: readonly IndexedUser[], search: string): readonly IndexedUser[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return users;
  return users.filter(({ keys }) =>
    words.every((word) => userColumns.some((column) => keys[column]?.includes(word))),
  );
}

/** S5.30, S5.31: accents and case do not count, null comes first in ascending order. No order: as it came. */
export function sortUsers(users: readonly IndexedUser[], order: UserOrder | null): readonly IndexedUser[] {
  if (!order) return users;
  const { column, direction } = order;
  const sign = direction === 'ascending' ? 1 : -1;
  return users.toSorted((one, other) => sign * compareKeys(one.keys[column], other.keys[column]));
}

function foldOrNull(text: string | null): string | null {
  return text === null ? null : fold(text);
}

function compareKeys(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null) return -1;
  if (other === null) return 1;
  return one < other ? -1 : 1;
}

import { fold, nameText, nameWords, searchWords } from '@guichet/contract/core/fold';
import { slipsBetween } from '@guichet/contract/core/misspelt';
import { listedTexts, textsAs } from '@guichet/contract/core/personTexts';
import type { ListedUser } from '@guichet/contract/identity/users';
import type { SimilarName } from '@guichet/contract/identity/users.search';
import { numberParam, textParam } from '../../core/address/useAddress.ts';
import { useT } from '../../core/i18n/useT.ts';
import { type Order, orderParam } from '../../core/lists/order.ts';
import { rememberedSizeParam } from '../../core/lists/rememberedSize.ts';
import type { SayState } from '../../core/lists/stateLook.ts';

export const userColumns = ['firstName', 'lastName', 'email', 'role', ...listedTexts] as const;
export type UserColumn = (typeof userColumns)[number];

export type UserOrder = Order<UserColumn>;

/** The columns of a list; optional columns only when somebody in the list has a value. */
export function chooseColumns(users: readonly ListedUser[]): readonly UserColumn[] {
  const missing = listedTexts.filter((name) => users.every((user) => user[name] === null));
  return userColumns.filter((column) => !missing.some((name) => name === column));
}

/** The columns of their lists that the exam keeps. */
export function listKeptColumns(users: readonly ListedUser[]): readonly string[] {
  return [...new Set(users.flatMap(({ listValues }) => Object.keys(listValues ?? {})))].toSorted();
}

/** A user with folded texts for search and sorting, computed once per list. */
export interface IndexedUser {
  readonly user: ListedUser;
  readonly keys: Readonly<Record<UserColumn, string | null>>;
  /** The text of a search: all columns, the values of kept columns and the name of the role on the wire. */
  readonly listed: string;
}

/** `roleWords`: says a role by its name, as the list shows it and is sorted. */
export function indexUsers(users: readonly ListedUser[], roleWords: (name: string) => string): IndexedUser[] {
  return users.map((user) => {
    const pairs = userColumns.map((column) => [column, foldOrNull(user[column])]);
    const role = user.role === null ? null : fold(roleWords(user.role));
    const keys = { ...Object.fromEntries(pairs), role };
    const texts = [...Object.values(keys), user.role, ...Object.values(user.listValues ?? {})];
    return { user, keys, listed: nameText(texts.join('\n')) };
  });
}

/** The users whose columns contain every word of the search (S5.28, S5.29). */
export function searchUsers(users: readonly IndexedUser[], search: string): readonly IndexedUser[] {
  const words = nameWords(search);
  if (words.length === 0) return users;
  return users.filter(({ listed }) => words.every((word) => listed.includes(word)));
}

const mostSimilar = 5;

/** The names of a list that are written almost like a search that found nobody, the nearest first, as the search of everybody offers them. */
export function listSimilarNames(users: readonly IndexedUser[], search: string): SimilarName[] {
  const words = searchWords(search).join(' ');
  if (words === '') return [];
  const near = users.flatMap(({ user }) => {
    const slips = slipsBetween(words, user.fullName);
    return slips === null ? [] : [{ user, slips }];
  });
  const nearestFirst = near.toSorted((one, other) => one.slips - other.slips);
  const byName = Map.groupBy(nearestFirst, ({ user }) => user.fullName);
  return [...byName]
    .slice(0, mostSimilar)
    .map(([name, [first, ...others]]) => ({ name, person: (others.length === 0 && first?.user) || null }));
}

/** S5.30, S5.31: ignores accents and case, null first in ascending order; unchanged without an order. */
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

/** Labels of a candidate's states, from the districts that own the states. */
export interface UserSays {
  readonly mail: SayState<NonNullable<ListedUser['mailState']>>;
  readonly platform: SayState<NonNullable<ListedUser['platformState']>>;
}

export type UserWords = Readonly<
  Record<UserColumn | 'language' | 'mail' | 'platform' | 'presence' | 'isAttested', string>
>;

/** The column names of a user list, on the screen and in the exported file. */
export function useUserWords(): UserWords {
  const t = useT();
  return {
    firstName: t('User.firstName'),
    lastName: t('User.lastName'),
    email: t('User.email'),
    ...textsAs(listedTexts, (name) => t(`User.${name}`)),
    role: t('User.role'),
    language: t('User.language'),
    mail: t('User.mail'),
    platform: t('User.platform'),
    presence: t('User.presence'),
    isAttested: t('User.isAttested'),
  };
}

/** S9.5: the page sizes. */
export const userPageSizes = [5, 10, 50] as const;

/** Address parameters of a user list (S4.1: by default page 1, five rows, no search). */
export const userListParams = {
  q: textParam,
  sort: orderParam(userColumns),
  page: numberParam(1),
  size: rememberedSizeParam('candidates', userPageSizes, 5),
};

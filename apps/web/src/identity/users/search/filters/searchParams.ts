import { choiceParam, numberParam, textParam, type ValuesOf } from '../../../../core/address/useAddress.ts';
import { type Order, orderParam } from '../../../../core/lists/order.ts';
import { rememberedSizeParam } from '../../../../core/lists/rememberedSize.ts';

/** S5.33: the column names of the wire, except `name` for `fullName`. */
export const searchColumns = [
  'isActive',
  'name',
  'subscriptionDate',
  'lastVisitDate',
  'profession',
  'attestation',
  'numberOfWorkshops',
] as const;
export type SearchColumn = (typeof searchColumns)[number];
export type SearchOrder = Order<SearchColumn>;

/** S5.33: the default order. */
export const firstOrder: SearchOrder = { column: 'name', direction: 'ascending' };

/** S9.6: « All » is a page of a hundred thousand people. */
export const everybody = 100_000;
export const searchPageSizes = [10, 25, 100, everybody] as const;

const filterParams = {
  q: textParam,
  status: choiceParam(['active', 'inactive', 'locked'], null),
  newsletter: choiceParam(['yes', 'no'], null),
  role: textParam,
  language: choiceParam(['fr', 'en'], null),
  profession: textParam,
  /** The exam by which the list is filtered (S2.56). */
  workshopId: numberParam(null),
};
export type SearchFilters = ValuesOf<typeof filterParams>;

export const searchParams = {
  ...filterParams,
  sort: orderParam(searchColumns),
  page: numberParam(1),
  size: rememberedSizeParam('users', searchPageSizes, 25),
  /** Whether the page begins with the form of a new account, and for which role. */
  new: choiceParam(['true', 'admin', 'superAdmin'], null),
};
export type SearchState = ValuesOf<typeof searchParams>;

export const noFilters: SearchFilters = {
  q: '',
  status: null,
  newsletter: null,
  role: '',
  language: null,
  profession: '',
  workshopId: null,
};

export function pickFilters(state: SearchState): SearchFilters {
  const { sort, page, size, new: _, ...filters } = state;
  return filters;
}

export function isSameFilter(one: SearchFilters, other: SearchFilters): boolean {
  const names = Object.keys(noFilters) as (keyof SearchFilters)[];
  return names.every((name) => one[name] === other[name]);
}

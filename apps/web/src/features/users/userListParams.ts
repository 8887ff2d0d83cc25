import { numberParam, type Param, textParam } from '../../platform/address/params.ts';
import { type UserOrder, userColumns } from './userView.ts';

/** S9.5 */
export const userPageSizes = [5, 10, 50] as const;
const usualSize = 5;

/** An order as `email`, or `-email` where it descends. */
const orderParam: Param<UserOrder | null> = {
  read: (text) => {
    const column = userColumns.find((name) => name === text?.replace(/^-/, ''));
    return column ? { column, direction: text?.startsWith('-') ? 'descending' : 'ascending' } : null;
  },
  write: (order) => (order ? `${order.direction === 'descending' ? '-' : ''}${order.column}` : undefined),
};

const sizeParam: Param<number> = {
  read: (text) => userPageSizes.find((size) => String(size) === text) ?? usualSize,
  write: (size) => (size === usualSize ? undefined : String(size)),
};

/** What the address keeps of a user list (S4.1: page 1, five rows, no search at first). */
export const userListParams = { q: textParam, sort: orderParam, page: numberParam(1), size: sizeParam };

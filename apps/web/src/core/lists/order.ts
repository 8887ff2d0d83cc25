import type { Param } from '../address/useAddress.ts';

export interface Order<Column extends string> {
  readonly column: Column;
  readonly direction: 'ascending' | 'descending';
}

/** S4.6: a column head cycles through ascending, descending, none. */
export function nextOrder<Column extends string>(
  order: Order<Column> | null,
  column: Column,
): Order<Column> | null {
  if (order?.column !== column) return { column, direction: 'ascending' };
  return order.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

/** A sort order in an address: `email`, or `-email` for descending. */
export function orderParam<Column extends string>(columns: readonly Column[]): Param<Order<Column> | null> {
  return {
    read: (text) => {
      const column = columns.find((name) => name === text?.replace(/^-/, ''));
      return column ? { column, direction: text?.startsWith('-') ? 'descending' : 'ascending' } : null;
    },
    write: (order) => (order ? `${order.direction === 'descending' ? '-' : ''}${order.column}` : undefined),
  };
}

import { numberParam, sizeParam, textParam } from '../../../platform/address/params.ts';
import { orderParam } from '../../../platform/lists/order.ts';
import { userColumns } from '../userView.ts';

/** S9.5 */
export const userPageSizes = [5, 10, 50] as const;

/** Address parameters of a user list (S4.1: by default page 1, five rows, no search). */
export const userListParams = {
  q: textParam,
  sort: orderParam(userColumns),
  page: numberParam(1),
  size: sizeParam(userPageSizes, 5),
};

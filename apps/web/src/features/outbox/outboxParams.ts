import { mailStates } from '@guichet/contract/users';
import { choiceParam, numberParam, type Param, textParam } from '../../platform/address/params.ts';

export const mailPageSizes = [10, 25, 50] as const;
const usualSize = 25;

const sizeParam: Param<number> = {
  read: (text) => mailPageSizes.find((size) => String(size) === text) ?? usualSize,
  write: (size) => (size === usualSize ? undefined : String(size)),
};

/** Address parameters of the outbox: the filters, and the open mail. */
export const outboxParams = {
  system: numberParam(null),
  cohort: numberParam(null),
  state: choiceParam(mailStates, null),
  q: textParam,
  page: numberParam(1),
  size: sizeParam,
  mail: numberParam(null),
};

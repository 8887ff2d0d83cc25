import { type Drift, getDrift } from '@guichet/contract/learning/learning.drift';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';
import { isPlatformStateMoving } from '../platformState.ts';

const readingMs = 2000;
const plannedMs = 15_000;

/** How an exam's course differed at the last reading; polled during, and until, a planned reading. */
export function driftOptions(systemId: number, examId: number) {
  return queryOptions({
    ...query(getDrift, { params: { systemId, examId } }),
    refetchInterval: ({ state: { data } }) => {
      if (data && isReading(data)) return readingMs;
      return data?.nextTryAt ? plannedMs : false;
    },
  });
}

export function isReading({ state }: Drift): boolean {
  return isPlatformStateMoving(state);
}

import {
  type Drift,
  getDrift,
  type Repair,
  readDrift,
  repairDrift,
} from '@guichet/contract/learning/learning.drift';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';
import { isPlatformStateMoving } from '../health.api.ts';

const lookAgainMs = 2000;
const lookForPlannedMs = 15_000;

/**
 * How a cohort's course differed at the last reading; polled during a reading, and until a planned reading.
 */
export function driftOptions(systemId: number, cohortId: number) {
  return queryOptions({
    queryKey: driftKey(systemId, cohortId),
    queryFn: ({ signal }) => call(getDrift, { params: { systemId, cohortId }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data && isReading(data)) return lookAgainMs;
      return data?.nextTryAt ? lookForPlannedMs : false;
    },
  });
}

function driftKey(systemId: number, cohortId: number) {
  return ['drift', systemId, cohortId] as const;
}

export function isReading({ state }: Drift): boolean {
  return isPlatformStateMoving(state);
}

export function useReadDrift(systemId: number, cohortId: number) {
  const onSettled = useReload(systemId, cohortId);
  return useMutation({
    mutationFn: () => call(readDrift, { params: { systemId, cohortId } }),
    onSettled,
  });
}

/** Returns the number of rows whose repair was planned. */
export function useRepairDrift(systemId: number, cohortId: number) {
  const onSettled = useReload(systemId, cohortId);
  return useMutation({
    mutationFn: (repair: Repair) => call(repairDrift, { params: { systemId, cohortId }, body: repair }),
    onSettled,
  });
}

/** Reloads the drift. The call stays pending until the new state is known, so that nobody presses twice. */
function useReload(systemId: number, cohortId: number) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: driftKey(systemId, cohortId) });
}

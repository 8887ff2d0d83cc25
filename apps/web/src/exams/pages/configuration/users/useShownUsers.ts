import { listCandidates } from '@guichet/contract/exams/places';
import { type ListedUser, listSystemUsers } from '@guichet/contract/identity/users';
import { query, useQuery } from '../../../../core/call/query.ts';
import { isPlatformStateMoving } from '../../../../learning/platformState.ts';
import { isMailStateMoving } from '../../../../mail/outbox/mail/mailState.ts';

/** The candidates of an exam, also a cancelled one with `alsoCancelled`; or everyone (readings §3). */
export function useShownUsers(systemId: number, examId: number | null, alsoCancelled: boolean) {
  const everybody = useQuery({
    ...query(listSystemUsers, { params: { systemId } }),
    enabled: examId === null,
  });
  const candidates = useQuery({
    ...query(listCandidates, {
      params: { systemId, examId: examId ?? 0 },
      ...(alsoCancelled && { query: { alsoCancelled } }),
    }),
    enabled: examId !== null,
    refetchInterval: ({ state }) => waitBeforeLook(state.data),
  });
  return examId === null ? everybody : candidates;
}

/** The poll interval in milliseconds, longer for a long list; false when no state is pending. */
function waitBeforeLook(users: readonly ListedUser[] = []): number | false {
  const moves = users.some(
    ({ mailState, platformState }) => isMailStateMoving(mailState) || isPlatformStateMoving(platformState),
  );
  if (!moves) return false;
  return users.length <= 1000 ? 2000 : 10_000;
}

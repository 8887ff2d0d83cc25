import type { Cohort } from '@guichet/contract/exams/cohorts';
import { getTimeLine, planReminder, sendReminder, stopReminder } from '@guichet/contract/exams/reminders';
import { cancelPlannedMails, sendPlannedMails } from '@guichet/contract/mail/outbox';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** The part of an exam that its reminders need. */
export type RemindedExam = Pick<Cohort, 'id' | 'title' | 'date'>;

export function timeLineOptions(systemId: number, cohortId: number) {
  return queryOptions({
    queryKey: timeLineKey(systemId, cohortId),
    queryFn: ({ signal }) => call(getTimeLine, { params: { systemId, cohortId }, signal }),
  });
}

function timeLineKey(systemId: number, cohortId: number) {
  return ['reminders', systemId, cohortId] as const;
}

/** Returns the number of mails. */
export function useSendReminder(systemId: number, cohortId: number) {
  const onSettled = useReload(systemId, cohortId);
  return useMutation({
    mutationFn: (requestId: string) =>
      call(sendReminder, { params: { systemId, cohortId }, body: { requestId } }),
    onSettled,
  });
}

export function usePlanReminder(systemId: number, cohortId: number) {
  const onSettled = useReload(systemId, cohortId);
  return useMutation({
    mutationFn: (body: { daysBefore: number; hour: number }) =>
      call(planReminder, { params: { systemId, cohortId }, body }),
    onSettled,
  });
}

export function useStopReminder(systemId: number, cohortId: number) {
  const onSettled = useReload(systemId, cohortId);
  return useMutation({
    mutationFn: (reminderId: number) => call(stopReminder, { params: { systemId, cohortId, reminderId } }),
    onSettled,
  });
}

/** Sends or cancels the mails planned for a moment. Returns their number. */
export function useEndPlan(systemId: number, cohortId: number) {
  const onSettled = useReload(systemId, cohortId);
  return useMutation({
    mutationFn: ({ act, at }: { act: 'send' | 'cancel'; at: Date }) =>
      call(act === 'send' ? sendPlannedMails : cancelPlannedMails, {
        params: { systemId, cohortId },
        body: { at },
      }),
    onSettled,
  });
}

/**
 * Reloads the list, also after a refusal, since the list has changed meanwhile. Not awaited: by then the row
 * that asked may be unmounted together with its message.
 */
function useReload(systemId: number, cohortId: number) {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: timeLineKey(systemId, cohortId) });
}

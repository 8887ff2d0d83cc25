import type { NamedCohort } from '@guichet/contract/cohorts';
import type { BodyOf } from '@guichet/contract/core/endpoint';
import {
  announceExam,
  type ClosedState,
  copyExam,
  createExamSpace,
  editExam,
  getExam,
  listClosedExams,
  type NewExamSpace,
  reactivateExam,
} from '@guichet/contract/exams';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function examOptions(systemId: number, cohortId: number) {
  return queryOptions({
    queryKey: ['exams', systemId, cohortId],
    queryFn: ({ signal }) => call(getExam, { params: { systemId, cohortId }, signal }),
  });
}

export function closedExamsOptions(systemId: number, state: ClosedState) {
  return queryOptions({
    queryKey: ['exams', systemId, state],
    queryFn: ({ signal }) => call(listClosedExams, { params: { systemId }, query: { state }, signal }),
  });
}

export function useCreateExamSpace(systemId: number) {
  return useMutation({
    mutationFn: (body: NewExamSpace & { requestId: string }) =>
      call(createExamSpace, { params: { systemId }, body }),
  });
}

export function useEditExam(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof editExam>) => call(editExam, { params: { systemId, cohortId }, body }),
  });
}

/** The number of mails; 0 where nobody has to be told any more. */
export function useAnnounceExam(systemId: number) {
  return useMutation({
    mutationFn: (cohortId: number) => call(announceExam, { params: { systemId, cohortId } }),
  });
}

export function useCopyExam(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: { examDate: string; requestId: string }) =>
      call(copyExam, { params: { systemId, cohortId }, body }),
  });
}

export function useReactivateExam(systemId: number) {
  return useMutation({
    mutationFn: ({ cohort, sendEmail }: { cohort: NamedCohort; sendEmail: boolean }) =>
      call(reactivateExam, { params: { systemId, cohortId: cohort.id }, body: { sendEmail } }),
  });
}

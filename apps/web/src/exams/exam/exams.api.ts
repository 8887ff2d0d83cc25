import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import { deactivateCohort, type NamedCohort } from '@guichet/contract/exams/cohorts';
import { titleIn } from '@guichet/contract/exams/cohorts.titles';
import {
  announceExam,
  type ClosedState,
  copyExam,
  createExamSpace,
  editExam,
  getExam,
  listClosedExams,
  type NewExamSpace,
  type NoticeKind,
  previewNotice,
  reactivateExam,
  searchExams,
} from '@guichet/contract/exams/exams';
import type { NoticeNotes } from '@guichet/contract/exams/exams.notes';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/** One exam, with its title in the given language. */
export function examOptions(systemId: number, cohortId: number, language: Language) {
  return queryOptions({
    queryKey: ['exams', systemId, cohortId],
    queryFn: ({ signal }) => call(getExam, { params: { systemId, cohortId }, signal }),
    select: (exam) => titleIn(language, exam),
  });
}

export function closedExamsOptions(systemId: number, state: ClosedState, language: Language) {
  return queryOptions({
    queryKey: ['exams', systemId, state],
    queryFn: ({ signal }) => call(listClosedExams, { params: { systemId }, query: { state }, signal }),
    select: (exams) => exams.map((exam) => titleIn(language, exam)),
  });
}

/** Exams of all systems that the reader supports, found by words of their titles, by day or by course. */
export function foundExamsOptions(search: string) {
  return queryOptions({
    queryKey: ['exams', 'found', search],
    queryFn: ({ signal }) => call(searchExams, { query: { search }, signal }),
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

/** Returns the number of mails; 0 when nobody has to be told any more. */
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

type Told = { cohort: NamedCohort; sendEmail: boolean } & NoticeNotes;

export function useReactivateExam(systemId: number) {
  return useMutation({
    mutationFn: ({ cohort, ...body }: Told) =>
      call(reactivateExam, { params: { systemId, cohortId: cohort.id }, body }),
  });
}

export function useDeactivateCohort(systemId: number) {
  return useMutation({
    mutationFn: ({ cohort, sendEmail, ...notes }: Told) =>
      call(deactivateCohort, {
        params: { systemId, cohortId: cohort.id },
        query: sendEmail ? { sendEmail, ...notes } : {},
      }),
  });
}

/** The preview of a notice to candidates, as it would be sent now. */
export function noticeOptions(systemId: number, cohortId: number, kind: NoticeKind, notes: NoticeNotes) {
  return queryOptions({
    queryKey: ['exams', systemId, cohortId, 'notice', kind, notes],
    queryFn: ({ signal }) =>
      call(previewNotice, { params: { systemId, cohortId }, query: { kind, ...notes }, signal }),
    // The mail without the latest words stays until the next preview has loaded.
    placeholderData: (before, query) =>
      query?.queryKey[2] === cohortId && query.queryKey[4] === kind ? before : undefined,
    // No cache: the exam may change meanwhile.
    gcTime: 0,
  });
}

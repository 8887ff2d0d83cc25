import type { BodyOf } from '@guichet/contract/core/endpoint';
import { listOwnExams } from '@guichet/contract/exams/candidate';
import {
  answerCorrection,
  findOwnData,
  listCorrections,
  listOwnCorrections,
  requestCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { listOwnMails, readOwnMail } from '@guichet/contract/mail/outbox.own';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

const all = ['candidate'];

export function ownExamsOptions() {
  return queryOptions({
    queryKey: [...all, 'exams'],
    queryFn: ({ signal }) => call(listOwnExams, { signal }),
    // The place on the learning platform is ready within seconds, unless the platform is down.
    refetchInterval: ({ state }) => (state.data?.some(({ entry }) => entry === 'preparing') ? 5000 : false),
  });
}

export function ownMailsOptions() {
  return queryOptions({
    queryKey: [...all, 'mails'],
    queryFn: ({ signal }) => call(listOwnMails, { signal }),
  });
}

export function ownMailOptions(mailId: number) {
  return queryOptions({
    queryKey: [...all, 'mails', mailId],
    queryFn: ({ signal }) => call(readOwnMail, { params: { mailId }, signal }),
  });
}

export function ownDataOptions() {
  return queryOptions({
    queryKey: [...all, 'data'],
    queryFn: ({ signal }) => call(findOwnData, { signal }),
  });
}

export function ownCorrectionsOptions() {
  return queryOptions({
    queryKey: [...all, 'corrections'],
    queryFn: ({ signal }) => call(listOwnCorrections, { signal }),
  });
}

export function useRequestCorrection() {
  return useMutation({
    mutationFn: (body: BodyOf<typeof requestCorrection>) => call(requestCorrection, { body }),
  });
}

/** The corrections asked for in the systems that the reader administers. */
export function correctionsOptions(isAnswered: boolean) {
  return queryOptions({
    queryKey: [...all, 'asked', isAnswered],
    queryFn: ({ signal }) => call(listCorrections, { query: { isAnswered }, signal }),
  });
}

export function useAnswerCorrection(correctionId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof answerCorrection>) =>
      call(answerCorrection, { params: { correctionId }, body }),
  });
}

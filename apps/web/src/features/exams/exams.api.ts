import { createExamSpace, type NewExamSpace } from '@guichet/contract/exams';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

export function useCreateExamSpace(systemId: number) {
  return useMutation({
    mutationFn: (body: NewExamSpace & { requestId: string }) =>
      call(createExamSpace, { params: { systemId }, body }),
  });
}

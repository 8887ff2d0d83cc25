import { listOwnExams } from '@guichet/contract/candidate';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/call/call.ts';

const all = ['candidate'];

export function ownExamsOptions() {
  return queryOptions({
    queryKey: [...all, 'exams'],
    queryFn: ({ signal }) => call(listOwnExams, { signal }),
  });
}

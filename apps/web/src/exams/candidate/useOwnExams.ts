import { listOwnExams } from '@guichet/contract/exams/candidate';
import { pollWhile, query, useQuery } from '../../core/call/query.ts';

const pollMs = 5000;

/** The reader's exams; the place on the learning platform is ready within seconds, unless the platform is down. */
export function useOwnExams() {
  return useQuery({
    ...query(listOwnExams),
    refetchInterval: pollWhile((own) => own.some(({ entry }) => entry === 'preparing'), pollMs),
  });
}

import { listSystemWork } from '@guichet/contract/overview/home';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

/**
 * The next exams and all that needs attention, for each system that the reader administers; 403 for other
 * readers.
 */
export function systemWorkOptions() {
  return queryOptions({
    queryKey: ['home', 'work'],
    queryFn: ({ signal }) => call(listSystemWork, { signal }),
  });
}

import {
  downloadCalendar,
  findCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { download } from '../../../core/call/bodies/download.ts';
import { call } from '../../../core/call/call.ts';

export function calendarFeedOptions() {
  return queryOptions({
    queryKey: ['candidate', 'feed'],
    queryFn: ({ signal }) => call(findCalendarFeed, { signal }),
  });
}

/** Downloads the calendar file of an exam, or of all exams without `cohortId`. */
export function useDownloadCalendar() {
  return useMutation({
    mutationFn: (cohortId: number | undefined) => download(downloadCalendar, { query: { cohortId } }),
  });
}

export function useRenewFeed() {
  return useMutation({ mutationFn: () => call(renewCalendarFeed) });
}

export function useRevokeFeed() {
  return useMutation({ mutationFn: () => call(revokeCalendarFeed) });
}

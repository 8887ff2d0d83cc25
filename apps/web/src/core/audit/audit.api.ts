import { listAuditLines } from '@guichet/contract/core/audit';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import type { CallInput } from '../call/input.ts';

export type AuditFilter = Omit<NonNullable<CallInput<typeof listAuditLines>['query']>, 'before' | 'pageSize'>;

const pageSize = 50;
const largestPage = 500;

/** The audit log page by page. The cursor keeps the pages in place while lines are added. */
export function auditLinesOptions(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', 'list', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listAuditLines, { query: { ...filter, pageSize, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** An audit line; null when it does not exist or the reader may not see it. */
export function auditLineOptions(lineId: number) {
  return queryOptions({
    queryKey: ['audit', 'line', lineId],
    queryFn: async ({ signal }) => {
      const query = { before: lineId + 1, pageSize: 1 };
      const { lines } = await call(listAuditLines, { query, signal });
      return lines.find(({ id }) => id === lineId) ?? null;
    },
  });
}

/** Fetches all lines that match the filter. */
export async function fetchAllAuditLines(filter: AuditFilter) {
  const all = [];
  let before: number | undefined;
  do {
    const page = await call(listAuditLines, { query: { ...filter, pageSize: largestPage, before } });
    all.push(...page.lines);
    before = page.next ?? undefined;
  } while (before !== undefined);
  return all;
}

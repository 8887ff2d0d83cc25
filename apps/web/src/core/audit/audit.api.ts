import { listAuditLines } from '@guichet/contract/core/audit';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import type { CallInput } from '../call/input.ts';
import { matchQueries } from '../call/query.ts';

export type AuditFilter = Omit<NonNullable<CallInput<typeof listAuditLines>['query']>, 'before' | 'pageSize'>;

const pageSize = 50;
const largestPage = 500;

/** The audit log page by page. The cursor keeps the pages in place while lines are added. */
export function auditLinesOptions(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: [...matchQueries(listAuditLines).queryKey, 'pages', filter],
    queryFn: ({ signal, pageParam }) =>
      call(listAuditLines, { query: { ...filter, pageSize, before: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}

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

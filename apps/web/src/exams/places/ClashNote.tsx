import type { BodyOf } from '@guichet/contract/core/endpoint';
import { findClashes } from '@guichet/contract/exams/places.clashes';
import { query, useQuery } from '../../core/call/query.ts';
import { ClashList } from '../../core/parts/clashes/ClashList.tsx';

export interface ClashNoteProps {
  systemId: number;
  examId: number;
  /** The people who are to come into the exam; absent for its candidates. */
  who?: BodyOf<typeof findClashes>;
  enabled?: boolean;
}

/** Tells before a change, and on the page of an exam, who has another exam at its hour. */
export function ClashNote({ systemId, examId, who = {}, enabled = true }: ClashNoteProps) {
  const { data } = useQuery({
    ...query(findClashes, { params: { systemId, examId }, body: who }),
    enabled,
    gcTime: 0,
  });
  return data ? <ClashList clashes={data} /> : null;
}

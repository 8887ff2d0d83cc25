import type { HistoryEntry } from '@guichet/contract/overview/support';
import { PersonMail } from '../../../overview/support/PersonMail.tsx';
import { type LeftExam, PutBackButton } from './PutBackButton.tsx';

export interface HistoryActionsProps {
  personId: number;
  entry: HistoryEntry;
  onPutBack: (left: LeftExam) => void;
}

export function HistoryActions({ personId, entry, onPutBack }: HistoryActionsProps) {
  return (
    <>
      <PersonMail personId={personId} entry={entry} />
      <PutBackButton entry={entry} onPress={onPutBack} />
    </>
  );
}

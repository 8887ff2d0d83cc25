import type { FileReport } from '@guichet/contract/imports';
import type { ReadingPatch } from '../draft.ts';
import { EncodingNote } from './EncodingNote.tsx';
import { HiddenNote } from './HiddenNote.tsx';
import { RepairedNote } from './RepairedNote.tsx';
import { SkippedNote } from './SkippedNote.tsx';

export interface FileNotesProps {
  file: FileReport;
  onChoice: (choice: ReadingPatch) => void;
}

/** Everything that was skipped or changed in a list. */
export function FileNotes({ file, onChoice }: FileNotesProps) {
  return (
    <>
      <HiddenNote hidden={file.hidden} onChoice={onChoice} />
      <RepairedNote repaired={file.repaired} onChoice={onChoice} />
      <SkippedNote skipped={file.skipped} />
      <EncodingNote encoding={file.encoding} />
    </>
  );
}

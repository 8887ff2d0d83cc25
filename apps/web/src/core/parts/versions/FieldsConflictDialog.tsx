import type { ReactNode } from 'react';
import { useLanguage, useT } from '../../i18n/useT.ts';
import { useLastGiven } from '../../timing/useLastGiven.ts';
import { EditConflictDialog, type EditConflictDialogProps, useSavedNote } from './EditConflictDialog.tsx';

/** A labelled field of a form with both values; '' for no value. */
export interface ComparedField {
  readonly name: string;
  readonly mine: string;
  readonly theirs: string;
}

type Decisions = Pick<EditConflictDialogProps, 'busy' | 'onKeepMine' | 'onTakeTheirs' | 'onClose'>;

export interface FieldsConflictDialogProps<Saved> extends Decisions {
  /** The version that somebody else has saved; null while closed. */
  theirs: Saved | null;
  /** Lists all fields with both values; the dialog leaves out equal values. */
  compare: (theirs: Saved) => readonly ComparedField[];
  /** Further information beside the fields. */
  also?: ReactNode;
}

/** Shows who saved a form meanwhile and the fields that differ, and lets the user decide. */
export function FieldsConflictDialog<Saved extends { savedAt: Date | null; savedBy: string | null }>({
  theirs,
  compare,
  also = null,
  ...decisions
}: FieldsConflictDialogProps<Saved>) {
  const t = useT();
  const language = useLanguage();
  const savedNote = useSavedNote();
  const shown = useLastGiven(theirs);
  const fields = shown ? compare(shown).filter((field) => field.mine !== field.theirs) : [];
  const side = (of: 'mine' | 'theirs') =>
    fields.map((field) => ({ name: field.name, text: field[of] || t('EditConflict.Empty') }));
  return (
    <EditConflictDialog
      {...decisions}
      of="fields"
      open={theirs !== null}
      language={language}
      mine={{ fields: side('mine') }}
      theirs={{ note: shown ? savedNote(shown) : '', fields: side('theirs') }}
      also={also}
      problem={null}
    />
  );
}

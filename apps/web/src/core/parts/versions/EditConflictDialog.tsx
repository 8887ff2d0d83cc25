import type { Language } from '@guichet/contract/core/language';
import type { ReactNode } from 'react';
import { DialogActions } from '../../../ui/aria/Dialog.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/states/Notice.tsx';
import { useT, useTexts } from '../../i18n/formats.ts';
import { ClosableDialog } from '../dialogs/ClosableDialog.tsx';
import { type ComparedText, Comparison, type TextParts } from './comparison/Comparison.tsx';

export interface EditConflictDialogProps {
  open: boolean;
  /** The edited thing: `text` has earlier versions, `fields` are those of a form. */
  of?: 'text' | 'fields';
  language: Language;
  mine: TextParts;
  /** The text that was saved meanwhile, with a note of when and by whom. */
  theirs: TextParts & Pick<ComparedText, 'note'>;
  busy: boolean;
  /** Further information below the comparison. */
  also?: ReactNode;
  problem: ReactNode;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Returns to the editing, with nothing changed. */
  onClose: () => void;
}

/** Shows who saved meanwhile, with both texts, and lets the user decide. */
export function EditConflictDialog(props: EditConflictDialogProps) {
  const { open, of = 'text', language, mine, theirs, busy, also, problem } = props;
  const { onKeepMine, onTakeTheirs, onClose } = props;
  const t = useT();
  return (
    <ClosableDialog
      open={open}
      onClose={onClose}
      title={t('EditConflict.Title')}
      size="lg"
      busy={busy}
      sticky
    >
      <p className="max-w-prose text-ink">{t(`EditConflict.Lead.${of}`)}</p>
      {problem && <Alert>{problem}</Alert>}
      <Comparison
        left={{ title: t(`EditConflict.Mine.${of}`), note: t('EditConflict.Mine.Note'), ...mine }}
        right={{ title: t(`EditConflict.Theirs.${of}`), ...theirs }}
        language={language}
      />
      {also && <p className="max-w-prose text-ink text-sm">{also}</p>}
      {of === 'text' && <p className="max-w-prose text-muted text-sm">{t('EditConflict.Kept')}</p>}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t(`EditConflict.GoOn.${of}`)}
        </Button>
        <Button onClick={onTakeTheirs} disabled={busy}>
          {t(`EditConflict.TakeTheirs.${of}`)}
        </Button>
        <Button variant="primary" onClick={onKeepMine} busy={busy} busyLabel={t('EditConflict.Busy')}>
          {t(`EditConflict.KeepMine.${of}`)}
        </Button>
      </DialogActions>
    </ClosableDialog>
  );
}

/** Says when a text was saved, and by which person if by a person. */
export function useSavedNote(): (saved: { savedAt: Date | null; savedBy?: string | null }) => string {
  const { t, longDateTime } = useTexts();
  return ({ savedAt, savedBy }) => {
    if (!savedAt) return savedBy ? t('Versions.By', { name: savedBy }) : t('Versions.NotSaved');
    const date = longDateTime(savedAt);
    return savedBy ? t('Versions.SavedBy', { date, name: savedBy }) : t('Versions.SavedAt', { date });
  };
}

import type { Exam, ExamFacts } from '@guichet/contract/exams';
import { Comparison } from '../../parts/versions/Comparison.tsx';
import { useSavedNote } from '../../parts/versions/useSavedNote.ts';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useLanguage, useT } from '../../platform/i18n/useT.ts';
import { useLastGiven } from '../../platform/timing/useLastGiven.ts';
import { Dialog, DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { factNames } from './examFacts.ts';

export interface ExamConflictDialogProps {
  mine: ExamFacts;
  /** The exam as somebody else has saved it; null while closed. */
  theirs: Exam | null;
  busy: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  /** Continues editing; nothing has changed. */
  onClose: () => void;
}

/** Shows who saved meanwhile and the fields that differ, and lets the user decide. */
export function ExamConflictDialog(props: ExamConflictDialogProps) {
  const { mine, theirs, busy, onKeepMine, onTakeTheirs, onClose } = props;
  const t = useT();
  const language = useLanguage();
  const savedNote = useSavedNote();
  const shown = useLastGiven(theirs);
  const fieldsOf = useComparedFields();
  const names = shown ? factNames.filter((name) => mine[name] !== shown[name]) : [];
  return (
    <Dialog
      open={theirs !== null}
      onClose={onClose}
      title={t('EditConflict.Title')}
      closeLabel={t('Dialog.Close')}
      size="lg"
      busy={busy}
      sticky
    >
      <p className="max-w-prose text-ink">{t('Exam.Conflict.Lead')}</p>
      {shown && (
        <Comparison
          left={{
            title: t('Exam.Conflict.Mine'),
            note: t('EditConflict.Mine.Note'),
            fields: fieldsOf(mine, names),
          }}
          right={{ title: t('Exam.Conflict.Theirs'), note: savedNote(shown), fields: fieldsOf(shown, names) }}
          language={language}
        />
      )}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          {t('Exam.Conflict.GoOn')}
        </Button>
        <Button onClick={onTakeTheirs} disabled={busy}>
          {t('Exam.Conflict.TakeTheirs')}
        </Button>
        <Button variant="primary" onClick={onKeepMine} busy={busy} busyLabel={t('Exam.Saving')}>
          {t('Exam.Conflict.KeepMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useComparedFields() {
  const t = useT();
  const { longDay } = useFormats();
  return (facts: ExamFacts, names: readonly (keyof ExamFacts)[]) =>
    names.map((name) => ({
      name: name === 'examDate' ? t('ExamSpace.Date') : t(`Exam.Field.${name}`),
      text: name === 'examDate' ? longDay(facts.examDate) : facts[name] || t('Exam.Conflict.Empty'),
    }));
}

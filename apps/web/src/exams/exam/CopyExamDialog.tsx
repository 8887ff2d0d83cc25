import { copyExam } from '@guichet/contract/exams/exams';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { titleIn } from '@guichet/contract/exams/exams.titles';
import { useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { isToldAtFields, useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { ClosableDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { DialogForm } from '../../core/parts/forms/DialogForm.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { ExamDateField } from './fields/ExamDateField.tsx';

export interface CopyExamDialogProps {
  systemId: number;
  /** The exam to copy; null while closed. */
  source: Pick<ExamSummary, 'id' | 'title'> | null;
  onCopied: (exam: ExamSummary) => void;
  onClose: () => void;
}

/** Creates an exam with the texts of `source` on another day, which the dialog asks for. */
export function CopyExamDialog({ systemId, source, onCopied, onClose }: CopyExamDialogProps) {
  const t = useT();
  const shown = useLastGiven(source);
  return (
    <ClosableDialog
      open={source !== null}
      onClose={onClose}
      title={t('Exam.Copy.Title', { title: shown?.title ?? '' })}
    >
      {shown && <CopyForm systemId={systemId} source={shown} onCopied={onCopied} onClose={onClose} />}
    </ClosableDialog>
  );
}

type CopyFormProps = Omit<CopyExamDialogProps, 'source'> & { source: Pick<ExamSummary, 'id' | 'title'> };

function CopyForm({ systemId, source, onCopied, onClose }: CopyFormProps) {
  const t = useT();
  const language = useLanguage();
  const [examDate, setExamDate] = useState('');
  // Makes a retry after a lost connection idempotent.
  const [requestId] = useState(() => crypto.randomUUID());
  const copy = useCall(copyExam);
  const faultsAt = useFieldFaults(copy.error, {
    schema: copyExam.body.schema,
    sent: copy.variables?.body,
    now: { examDate, requestId },
  });

  function submit() {
    const onSuccess = (exam: ExamSummary) => {
      showToast({
        tone: 'success',
        text: t('ExamSpace.Created', { title: titleIn(language, exam).title }),
      });
      onClose();
      onCopied(exam);
    };
    const params = { systemId, examId: source.id };
    copy.mutate({ params, body: { examDate, requestId } }, { onSuccess });
  }

  return (
    <DialogForm
      submitLabel={t('Exam.Copy.Submit')}
      busyLabel={t('ExamSpace.Busy')}
      busy={copy.isPending}
      failure={copy.error}
      isTold={isToldAtFields(copy.error)}
      onSubmit={submit}
      onCancel={onClose}
    >
      <p className="text-ink">{t('Exam.Copy.Lead')}</p>
      <ExamDateField value={examDate} onChange={setExamDate} error={faultsAt('examDate')} />
    </DialogForm>
  );
}

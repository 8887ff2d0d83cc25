import { copyExam, type Exam } from '@guichet/contract/exams/exams';
import { titleIn } from '@guichet/contract/exams/exams.end';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { useState } from 'react';
import { useCall, useQuery } from '../../core/call/query.ts';
import { isToldAtFields, useCallFaults } from '../../core/forms/formFaults.tsx';
import { useLanguage, useT, useTexts } from '../../core/i18n/formats.ts';
import { Loaded } from '../../core/lists/states/Loaded.tsx';
import { DialogForm, SubjectDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { examOptions } from './exams.api.ts';
import { ExamDateField } from './fields/ExamDateField.tsx';
import { ExamField } from './fields/ExamFields.tsx';
import { HourPast } from './fields/HourPast.tsx';

export interface CopyExamDialogProps {
  systemId: number;
  /** The exam to copy; null while closed. */
  source: Pick<ExamSummary, 'id' | 'title'> | null;
  onCopied: (exam: ExamSummary) => void;
  onClose: () => void;
}

/** Creates an exam with the texts of `source` under the titles and on the day for which the dialog asks. */
export function CopyExamDialog({ systemId, source, onCopied, onClose }: CopyExamDialogProps) {
  const t = useT();
  return (
    <SubjectDialog of={source} onClose={onClose} title={({ title }) => t('Exam.Copy.Title', { title })}>
      {(shown) => <LoadedCopy systemId={systemId} source={shown} onCopied={onCopied} onClose={onClose} />}
    </SubjectDialog>
  );
}

type CopyOf<Source> = Omit<CopyExamDialogProps, 'source'> & { source: Source };

function LoadedCopy({ source, ...form }: CopyOf<Pick<ExamSummary, 'id'>>) {
  const exam = useQuery(examOptions(form.systemId, source.id, useLanguage()));
  return (
    <Loaded query={exam} lines={3}>
      {(found) => <CopyForm {...form} source={found} />}
    </Loaded>
  );
}

function CopyForm({ systemId, source, onCopied, onClose }: CopyOf<Exam>) {
  const { t, language, longDay } = useTexts();
  const [titles, setTitles] = useState({ titleFr: source.titleFr, titleEn: source.titleEn });
  const [examDate, setExamDate] = useState('');
  // Makes a retry after a lost connection idempotent.
  const [requestId] = useState(() => crypto.randomUUID());
  const copy = useCall(copyExam);
  const faultsAt = useCallFaults(copy, copyExam, { ...titles, examDate, requestId });

  function submit() {
    const onSuccess = (exam: ExamSummary) => {
      const { title, date } = titleIn(language, exam);
      showToast({ tone: 'success', text: t('ExamSpace.Created', { title, day: longDay(date) }) });
      onClose();
      onCopied(exam);
    };
    const params = { systemId, examId: source.id };
    copy.mutate({ params, body: { ...titles, examDate, requestId } }, { onSuccess });
  }

  const [isFrNew, isEnNew] = [titles.titleFr !== source.titleFr, titles.titleEn !== source.titleEn];
  /** The language in which the copy alone would keep the name of the other exam. */
  const same =
    isFrNew && !isEnNew && titles.titleEn ? 'en' : isEnNew && !isFrNew && titles.titleFr ? 'fr' : null;

  const field = {
    texts: titles,
    onChange: (patch: Partial<typeof titles>) => setTitles({ ...titles, ...patch }),
    faultsAt,
  };
  return (
    <DialogForm
      submitLabel={t('Exam.Copy.Submit')}
      busyLabel={t('ExamSpace.Busy')}
      call={copy}
      isTold={isToldAtFields(copy.error)}
      onSubmit={submit}
    >
      <p className="text-ink">{t('Exam.Copy.Lead')}</p>
      <ExamField name="titleFr" {...field} />
      <ExamField name="titleEn" {...field} />
      {same && (
        <p role="status" className="text-sm text-warning-ink">
          {t(`Exam.Copy.Same.${same}`)}
        </p>
      )}
      <ExamDateField value={examDate} onChange={setExamDate} error={faultsAt('examDate')} />
      <HourPast examDate={examDate} time={source.startTime} text="Exam.Copy.HourPast" />
    </DialogForm>
  );
}

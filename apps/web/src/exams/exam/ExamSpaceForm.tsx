import { createExamSpace } from '@guichet/contract/exams/exams';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { type FormEvent, useState } from 'react';
import { useKept } from '../../core/browser/useKept.ts';
import { useCall } from '../../core/call/query.ts';
import { FailureNotice, useCallFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { getSession } from '../../core/session/sessionStore.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { lengthNote } from '../../ui/fields/lengthNote.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { ChevronDownIcon, ChevronUpIcon, PlusIcon } from '../../ui/icons/moreIcons.tsx';
import { noTexts } from './examFacts.ts';
import { ExamDateField } from './fields/ExamDateField.tsx';
import { ExamField, ExamFields, type ExamTexts } from './fields/ExamFields.tsx';
import { HourPast } from './fields/HourPast.tsx';

export interface ExamSpaceFormProps {
  systemId: number;
  onCreated: (exam: ExamSummary) => void;
}

/** The fields as typed; `requestId` makes a retry after a lost connection idempotent. */
interface NewExam extends ExamTexts {
  readonly title: string;
  readonly examDate: string;
  readonly requestId: string;
  /** Whether the further fields show. */
  readonly isOpen: boolean;
}

const emptyExam = (): NewExam => ({
  title: '',
  examDate: '',
  ...noTexts,
  requestId: crypto.randomUUID(),
  isOpen: false,
});

/**
 * S2.42: creates an exam space from a title and a date, with optional further fields; errors show only after
 * a submit (S5.1). What was typed stays in this tab over a link, the way back and a reload.
 */
export function ExamSpaceForm({ systemId, onCreated }: ExamSpaceFormProps) {
  const t = useT();
  const [kept, keep] = useKept<NewExam>(`guichet.newExam.${getSession().username}.${systemId}`);
  const [empty, setEmpty] = useState(emptyExam);
  const { isOpen, ...exam } = kept ?? empty;
  const { title, examDate, requestId: _, ...texts } = exam;
  const change = (patch: Partial<NewExam>) => keep({ ...exam, isOpen, ...patch });
  const create = useCall(createExamSpace);
  const form = useFirstInvalidFocus(create.error);
  const faultsAt = useCallFaults(create, createExamSpace, exam);

  function submit(event: FormEvent) {
    event.preventDefault();
    const onSuccess = (created: ExamSummary) => {
      keep(null);
      setEmpty(emptyExam);
      onCreated(created);
    };
    create.mutate({ params: { systemId }, body: exam }, { onSuccess });
  }

  const field = {
    texts,
    onChange: (patch: Partial<ExamTexts>) => change(patch),
    faultsAt,
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="@container flex flex-col gap-5">
      <TextField
        label={t('ExamSpace.Title')}
        hint={t('ExamSpace.Title.Hint')}
        name="title"
        autoComplete="off"
        note={lengthNote(title, 128)}
        value={title}
        onChange={(event) => change({ title: event.target.value })}
        error={faultsAt('title')}
      />
      <ExamDateField
        value={examDate}
        onChange={(day) => change({ examDate: day })}
        error={faultsAt('examDate')}
      />
      <div>
        <SmallButton
          icon={isOpen ? ChevronUpIcon : ChevronDownIcon}
          aria-expanded={isOpen}
          onClick={() => change({ isOpen: !isOpen })}
        >
          {t('ExamSpace.More')}
        </SmallButton>
      </div>
      {isOpen && (
        <>
          <ExamField name="titleEn" {...field} />
          <ExamFields {...field} />
          <HourPast examDate={examDate} time={texts.startTime} text="ExamSpace.HourPast" />
        </>
      )}
      <FailureNotice failure={create.error} />
      <div>
        <Button
          type="submit"
          variant="primary"
          icon={PlusIcon}
          busy={create.isPending}
          busyLabel={t('ExamSpace.Busy')}
        >
          {t('ExamSpace.Create')}
        </Button>
      </div>
    </form>
  );
}

import { createExamSpace } from '@guichet/contract/exams/exams';
import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { type FormEvent, useState } from 'react';
import { useCall } from '../../core/call/useCall.ts';
import { FailureNotice } from '../../core/forms/FailureNotice.tsx';
import { useFieldFaults } from '../../core/forms/useFieldFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { lengthNote } from '../../ui/fields/lengthNote.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { ChevronDownIcon } from '../../ui/icons/icons.tsx';
import { ChevronUpIcon, PlusIcon } from '../../ui/icons/moreIcons.tsx';
import { noTexts } from './examFacts.ts';
import { ExamDateField } from './fields/ExamDateField.tsx';
import { ExamField, type ExamTexts } from './fields/ExamField.tsx';
import { ExamFields } from './fields/ExamFields.tsx';

export interface ExamSpaceFormProps {
  systemId: number;
  onCreated: (exam: ExamSummary) => void;
}

/**
 * S2.42: creates an exam space from a title and a date, with optional further fields; errors show only after
 * a submit (S5.1).
 */
export function ExamSpaceForm({ systemId, onCreated }: ExamSpaceFormProps) {
  const t = useT();
  const [title, setTitle] = useState('');
  const [examDate, setExamDate] = useState('');
  const [texts, setTexts] = useState(noTexts);
  const [isOpen, setOpen] = useState(false);
  // Makes a retry after a lost connection idempotent.
  const [requestId, setRequestId] = useState(() => crypto.randomUUID());
  const create = useCall(createExamSpace);
  const form = useFirstInvalidFocus(create.error);
  const faultsAt = useFieldFaults(create.error, {
    schema: createExamSpace.body.schema,
    sent: create.variables?.body,
    now: { title, examDate, ...texts, requestId },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const onSuccess = (exam: ExamSummary) => {
      setTitle('');
      setExamDate('');
      setTexts(noTexts);
      setOpen(false);
      setRequestId(crypto.randomUUID());
      onCreated(exam);
    };
    const body = { title, examDate, ...texts, requestId };
    create.mutate({ params: { systemId }, body }, { onSuccess });
  }

  const field = {
    texts,
    onChange: (patch: Partial<ExamTexts>) => setTexts({ ...texts, ...patch }),
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
        onChange={(event) => setTitle(event.target.value)}
        error={faultsAt('title')}
      />
      <ExamDateField value={examDate} onChange={setExamDate} error={faultsAt('examDate')} />
      <div>
        <Button
          size="sm"
          icon={isOpen ? ChevronUpIcon : ChevronDownIcon}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('ExamSpace.More')}
        </Button>
      </div>
      {isOpen && (
        <>
          <ExamField name="titleEn" {...field} />
          <ExamFields {...field} />
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

import type { Schema } from '@guichet/contract/core/endpoint';
import { type CorrectionField, correctionFields } from '@guichet/contract/exams/candidate.corrections';
import { type ReactNode, useState } from 'react';
import { useFieldFaults } from '../../../core/forms/useFieldFaults.tsx';
import { useFormats } from '../../../core/i18n/formats.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { DialogForm } from '../../../core/parts/forms/DialogForm.tsx';
import { Options } from '../../../ui/fields/Options.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';

interface NamedExam {
  readonly title: string;
  readonly date: string;
  readonly examId: number;
  readonly systemId?: number;
}

export interface RequestFormProps {
  fields: readonly CorrectionField[];
  label: string;
  hint: (field: CorrectionField) => string;
  schema: Schema;
  call: {
    readonly isPending: boolean;
    readonly error: unknown;
    readonly variables: { body: object } | undefined;
  };
  /** The exams of the person, and those that the person could be in. */
  exams: readonly NamedExam[];
  coming?: readonly NamedExam[];
  lead?: ReactNode;
  /** A text about the chosen subject. */
  below?: (field: CorrectionField) => ReactNode;
  onSend: (request: { readonly field: CorrectionField; readonly request: string }) => void;
  onCancel: () => void;
}

/** Subject and text of a request; of one about an exam also which, and where the person should be. */
export function RequestForm(props: RequestFormProps) {
  const { fields, call, exams, coming = [], onSend } = props;
  const t = useT();
  const { longDay } = useFormats();
  const [field, setField] = useState<CorrectionField>(correctionFields[0]);
  const [text, setText] = useState('');
  const nameOf = ({ title, date }: NamedExam) => t('UserInfo.Exam', { title, date: longDay(date) });
  const [exam, setExam] = useState('');
  /** Null until an exam was chosen, or none. */
  const [chosen, setWanted] = useState<string | null>(null);
  const [only, ...others] = findOtherExams(
    coming,
    exams,
    exams.find((one) => nameOf(one) === exam),
  );
  const wanted = chosen ?? (only && others.length === 0 ? nameOf(only) : '');
  const named = [
    exam && t('Correction.Exam.About', { exam }),
    wanted && t('Correction.Exam.Wanted', { exam: wanted }),
  ];
  const request = field === 'exam' ? [...named, text.trim()].filter(Boolean).join('\n') : text;
  const now = { ...call.variables?.body, field, request };
  const faultsAt = useFieldFaults(call.error, { schema: props.schema, sent: call.variables?.body, now });
  const choices = [
    { label: t('Correction.Exam'), name: 'exam', value: exam, set: setExam, of: exams.map(nameOf) },
    {
      label: t('Correction.Exam.Right'),
      name: 'wanted',
      value: wanted,
      set: setWanted,
      of: coming.map(nameOf),
    },
  ];

  return (
    <DialogForm
      submitLabel={t('MyData.Ask.Submit')}
      busy={call.isPending}
      failure={call.error}
      onSubmit={() => onSend({ field, request })}
      onCancel={props.onCancel}
    >
      {props.lead}
      <Select
        label={t('Correction.Field')}
        name="field"
        value={field}
        onChange={({ target }) => setField(correctionFields.find((one) => one === target.value) ?? field)}
      >
        <Options of={fields} each={(one) => [one, t(`Correction.Field.${one}`)]} />
      </Select>
      {choices
        .filter(({ of }) => field === 'exam' && of.length > 0)
        .map(({ set, of, ...select }) => (
          <Select key={select.name} {...select} onChange={({ target }) => set(target.value)}>
            <option value="">{t('Correction.Exam.None')}</option>
            <Options of={[...new Set(of)]} each={(name) => [name, name]} />
          </Select>
        ))}
      <TextArea
        label={props.label}
        hint={props.hint(field)}
        name="request"
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={faultsAt('request')}
      />
      {props.below?.(field)}
    </DialogForm>
  );
}

/** Where a person could be instead of an exam of theirs: the other coming exams of its system. */
function findOtherExams(
  coming: readonly NamedExam[],
  own: readonly NamedExam[],
  wrong: NamedExam | undefined,
) {
  const isOwn = ({ examId }: NamedExam) => own.some((one) => one.examId === examId);
  return wrong ? coming.filter((one) => one.systemId === wrong.systemId && !isOwn(one)) : [];
}

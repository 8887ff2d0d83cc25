import type { Schema } from '@guichet/contract/core/endpoint';
import { type CorrectionField, correctionFields } from '@guichet/contract/exams/candidate.corrections';
import { type ReactNode, useState } from 'react';
import { useFieldFaults } from '../../../core/forms/formFaults.tsx';
import { useTexts } from '../../../core/i18n/formats.ts';
import { DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Options, Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

interface NamedExam {
  readonly title: string;
  readonly date: string;
  readonly examId: number;
  readonly systemId?: number;
}

/** A request with the ids of the exams in the text; absent where two exams have one name. */
interface SentRequest {
  readonly field: CorrectionField;
  readonly request: string;
  readonly examId?: number;
  readonly wantedExamId?: number;
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
  onSend: (request: SentRequest) => void;
}

/** Where a select says that no exam of its list is meant. */
const notListed = 'notListed';

/** Subject and text of a request; of one about an exam also which, and where the person should be: support needs all three. */
export function RequestForm(props: RequestFormProps) {
  const { fields, call, exams, coming = [], onSend } = props;
  const { t, longDay } = useTexts();
  const [field, setField] = useState<CorrectionField>(correctionFields[0]);
  const [text, setText] = useState('');
  const nameOf = ({ title, date }: NamedExam) => t('UserInfo.Exam', { title, date: longDay(date) });
  const [chosenExam, setExam] = useState<string | null>(null);
  const [chosenWanted, setWanted] = useState<string | null>(null);
  /** Another object after each try to send without what is required. */
  const [lack, setLack] = useState<object | null>(null);
  // A chosen exam goes with its programme.
  const isOffered = chosenExam === notListed || exams.some((one) => nameOf(one) === chosenExam);
  const exam = (isOffered || chosenExam === '' ? chosenExam : null) ?? nameOfOnly(exams, nameOf);
  const others = findOtherExams(
    coming,
    exams,
    exams.find((one) => nameOf(one) === exam),
  );
  const wanted = chosenWanted ?? nameOfOnly(others, nameOf);
  const isAboutExam = field === 'exam';
  const choices = [
    {
      label: t(coming.length > 0 ? 'Correction.Exam.Now' : 'Correction.Exam'),
      name: 'exam',
      value: exam,
      set: setExam,
      of: exams.map(nameOf),
      none: t('Correction.Exam.NotListed'),
    },
    {
      label: t('Correction.Exam.Right'),
      name: 'wanted',
      value: wanted,
      set: setWanted,
      of: coming.filter(({ examId }) => exams.every((own) => own.examId !== examId)).map(nameOf),
      none: t('Correction.Exam.Unknown'),
    },
  ].filter(({ of }) => isAboutExam && of.length > 0);
  const idOf = (name: string, among: readonly NamedExam[]) => {
    const [only, ...more] = among.filter((one) => nameOf(one) === name);
    return only && more.length === 0 ? only.examId : undefined;
  };
  const said = (choice: string, none: string) => (choice === notListed ? none : choice);
  const named = [
    exam && t('Correction.Exam.About', { exam: said(exam, t('Correction.Exam.NotListed')) }),
    wanted && t('Correction.Exam.Wanted', { exam: said(wanted, t('Correction.Exam.Unknown')) }),
  ];
  const request = isAboutExam ? [...named, text.trim()].filter(Boolean).join('\n') : text;
  const now = { ...call.variables?.body, field, request };
  const faultsAt = useFieldFaults(call.error, { schema: props.schema, sent: call.variables?.body, now });
  const lacks = (value: string) => isAboutExam && value.trim() === '';
  const faultOf = (value: string) => lack && lacks(value) && t('Validation.required');

  function send() {
    const isLacking = lacks(text) || choices.some(({ value }) => lacks(value));
    setLack(isLacking ? {} : null);
    if (isLacking) return;
    const [examId, wantedExamId] = [idOf(exam, exams), idOf(wanted, coming)];
    const named = isAboutExam && { ...(examId && { examId }), ...(wantedExamId && { wantedExamId }) };
    onSend({ field, request, ...named });
  }

  return (
    <DialogForm
      submitLabel={t('MyData.Ask.Submit')}
      call={call}
      failure={lack ?? call.error}
      isTold={lack !== null}
      onSubmit={send}
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
      {choices.map(({ set, of, none, ...select }) => (
        <Select
          key={select.name}
          {...select}
          error={faultOf(select.value)}
          onChange={({ target }) => set(target.value)}
        >
          <option value="">{t('Correction.Exam.Choose')}</option>
          <Options of={[...new Set(of)]} each={(name) => [name, name]} />
          <option value={notListed}>{none}</option>
        </Select>
      ))}
      {field === 'secondFactor' && (
        <Notice title={t('Correction.RecoveryCode.Title')}>{t('Correction.RecoveryCode')}</Notice>
      )}
      <TextArea
        label={props.label}
        hint={props.hint(field)}
        name="request"
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={faultOf(text) || faultsAt('request')}
      />
      {props.below?.(field)}
    </DialogForm>
  );
}

/** The name of the one exam among these; '' for none or several. */
function nameOfOnly(exams: readonly NamedExam[], nameOf: (exam: NamedExam) => string): string {
  const [only, ...more] = exams;
  return only && more.length === 0 ? nameOf(only) : '';
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

import type { ExamFacts } from '@guichet/contract/exams';
import type { ReactNode } from 'react';
import { HourField } from '../../../parts/forms/HourField.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { lengthNote } from '../../../ui/fields/lengthNote.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

export type ExamTexts = Omit<ExamFacts, 'titleFr' | 'examDate'>;
type Name = keyof ExamFacts;

export interface ExamFieldsProps {
  texts: ExamTexts;
  onChange: (patch: Partial<ExamTexts>) => void;
  faultsAt: (field: string) => ReactNode;
  /** What is to be known of a field before it is saved, read with it; absent for a new exam. */
  hintAt?: ((field: Name) => ReactNode) | undefined;
}

/** Fields side by side where the form, a container, has room for both. */
export const fieldPair = 'grid items-start gap-x-3 gap-y-5 @min-[36rem]:grid-cols-2';

export interface ExamFieldProps<N extends Name> {
  name: N;
  texts: Readonly<Record<N, string>>;
  onChange: (patch: Record<N, string>) => void;
  faultsAt: (field: string) => ReactNode;
  /** What is to be known of a field before it is saved, read with it; absent for a new exam. */
  hintAt?: ((field: Name) => ReactNode) | undefined;
}

/** Characters. */
const most = { titleFr: 128, titleEn: 128, placeFr: 300, placeEn: 300, placeUrl: 2000 };

/** One text of an exam, in the language of its name. */
export function ExamField<N extends Exclude<Name, 'examDate'>>(props: ExamFieldProps<N>) {
  const { name, texts, onChange, faultsAt, hintAt } = props;
  const t = useT();
  const set = (value: string) => onChange({ [name]: value } as Record<N, string>);
  const labelled = {
    name,
    label: t(`Exam.Field.${name as Exclude<Name, 'examDate'>}`),
    value: texts[name],
    error: faultsAt(name),
  };
  if (name === 'startTime' || name === 'endTime') return <HourField {...labelled} onChange={set} />;
  const field = {
    ...labelled,
    autoComplete: 'off',
    lang: name.endsWith('En') ? 'en' : name.endsWith('Fr') ? 'fr' : undefined,
    hint: hintAt?.(name),
  };
  if (name === 'instructionsFr' || name === 'instructionsEn')
    return (
      <TextArea
        {...field}
        note={lengthNote(texts[name], 4000)}
        onChange={(event) => set(event.target.value)}
      />
    );
  const kind = name === 'placeUrl' ? 'url' : 'text';
  return (
    <TextField
      {...field}
      type={kind}
      note={lengthNote(texts[name], most[name as keyof typeof most])}
      {...(kind === 'url' && { hint: t('Exam.Field.placeUrl.Hint') })}
      onChange={(event) => set(event.target.value)}
    />
  );
}

import type { ExamFacts } from '@guichet/contract/exams/exams';
import type { MouseEvent, ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { HourField } from '../../../core/parts/forms/HourField.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { lengthNote } from '../../../ui/fields/lengthNote.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

export type ExamTexts = Omit<ExamFacts, 'titleFr' | 'examDate'>;
type Name = keyof ExamFacts;

export interface ExamFieldsProps {
  texts: ExamTexts;
  onChange: (patch: Partial<ExamTexts>) => void;
  faultsAt: (field: string) => ReactNode;
  /** A hint about a field before a save, read aloud with the field; absent for a new exam. */
  hintAt?: ((field: Name) => ReactNode) | undefined;
}

/** Places two fields side by side where the form, a container, is wide enough. */
export const fieldPair = 'grid items-start gap-x-3 gap-y-5 @min-[36rem]:grid-cols-2';

export interface ExamFieldProps<N extends Name> {
  name: N;
  texts: Readonly<Record<N, string>>;
  onChange: (patch: Record<N, string>) => void;
  faultsAt: (field: string) => ReactNode;
  /** A hint about a field before a save, read aloud with the field; absent for a new exam. */
  hintAt?: ((field: Name) => ReactNode) | undefined;
}

/** The maximum length of each text, in characters. */
const most = { titleFr: 128, titleEn: 128, placeFr: 300, placeEn: 300, placeUrl: 2000 };

/** The text in the other language, by name. */
const otherOf = {
  titleFr: 'titleEn',
  titleEn: 'titleFr',
  placeFr: 'placeEn',
  placeEn: 'placeFr',
  instructionsFr: 'instructionsEn',
  instructionsEn: 'instructionsFr',
} as const satisfies Partial<Record<Name, Name>>;

/** A text of an exam, in the language of its name; an empty one can be filled with the other language's. */
export function ExamField<N extends Exclude<Name, 'examDate'>>(props: ExamFieldProps<N>) {
  const { name, texts, onChange, hintAt } = props;
  const t = useT();
  if (!isPaired(name)) return <TextOfExam {...props} />;
  const other = (texts as Partial<Record<Name, string>>)[otherOf[name]] ?? '';
  const isMissing = hintAt !== undefined && texts[name].trim() === '' && other.trim() !== '';

  function takeOther({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // The pressed button disappears, so the field gets the focus.
    const field = currentTarget.form?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
    onChange({ [name]: other } as Record<N, string>);
  }

  return (
    <div>
      <TextOfExam {...props} />
      {isMissing && (
        <SmallButton variant="quiet" onClick={takeOther}>
          {t(`Exam.Same.${name as keyof typeof otherOf}`)}
        </SmallButton>
      )}
    </div>
  );
}

function isPaired(name: Name): name is keyof typeof otherOf {
  return name in otherOf;
}

function TextOfExam<N extends Exclude<Name, 'examDate'>>(props: ExamFieldProps<N>) {
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
    hintBelow: true,
  };
  if (name === 'instructionsFr' || name === 'instructionsEn')
    return (
      <TextArea
        {...field}
        hint={field.hint ?? t('Exam.Field.instructions.Hint')}
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

import type { ExamFacts } from '@guichet/contract/exams/exams';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { hourBeside, minutesBetween, readHour } from '../../../core/days/readHour.ts';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { DayField } from '../../../core/parts/forms/DayField.tsx';
import { HourField } from '../../../core/parts/forms/HourField.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { lengthNote } from '../../../ui/fields/lengthNote.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

/** The fields of an exam beside its titles and its day. */
export function ExamFields({ texts, onChange, faultsAt, hintAt }: ExamFieldsProps) {
  const field = { texts, onChange, faultsAt, hintAt };
  return (
    <>
      <ExamHours {...field} />
      <ExamField name="placeFr" {...field} />
      <ExamField name="placeEn" {...field} />
      <ExamField name="placeUrl" {...field} />
      <div className={fieldPair}>
        <ExamField name="instructionsFr" {...field} />
        <ExamField name="instructionsEn" {...field} />
      </div>
    </>
  );
}

export type ExamTexts = Omit<ExamFacts, 'titleFr' | 'examDate'>;
type Name = keyof ExamFacts;

interface ExamFieldsProps {
  texts: ExamTexts;
  onChange: (patch: Partial<ExamTexts>) => void;
  faultsAt: (field: string) => ReactNode;
  /** A hint about a field before a save, read aloud with the field; absent for a new exam. */
  hintAt?: ((field: Name) => ReactNode) | undefined;
}

/** Places two fields side by side where the form, a container, is wide enough. */
export const fieldPair = 'grid items-start gap-x-3 gap-y-5 @min-[36rem]:grid-cols-2';

interface ExamFieldProps<N extends Name> extends Pick<ExamFieldsProps, 'faultsAt' | 'hintAt'> {
  name: N;
  texts: Readonly<Record<N, string>>;
  onChange: (patch: Record<N, string>) => void;
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

interface Hours {
  readonly start: string;
  readonly end: string;
}

/** The hours of an exam. A start at or after the end moves the end, so that the exam keeps its length. */
export function ExamHours({ texts, onChange, faultsAt }: ExamFieldsProps) {
  const { t, hour } = useTexts();
  // The hours before the start was edited: a half-typed start may mean another hour, or none.
  const [before, setBefore] = useState<Hours | null>(null);
  const field = { texts, faultsAt };
  const isMoved = before !== null && texts.endTime !== before.end;

  function changeStart({ startTime }: { startTime: string }) {
    const hours = before ?? { start: texts.startTime, end: texts.endTime };
    setBefore(hours);
    // An end on a later day follows any start.
    onChange({ startTime, endTime: texts.endDate ? texts.endTime : endFor(startTime, hours) });
  }

  return (
    <div className={fieldPair}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only hears that the field inside was left */}
      <div onBlur={() => setBefore(null)}>
        <ExamField name="startTime" {...field} onChange={changeStart} />
        <span role="status" className="sr-only">
          {isMoved && t('Exam.EndMoved', { hour: hour(texts.endTime) })}
        </span>
      </div>
      <ExamField name="endTime" {...field} onChange={onChange} />
      <DayField
        label={t('Exam.Field.endDate')}
        hint={t('Exam.Field.endDate.Hint')}
        name="endDate"
        value={texts.endDate}
        onChange={(endDate) => onChange({ endDate })}
        error={faultsAt('endDate')}
      />
    </div>
  );
}

/** The end for a new start: unchanged while later, else moved by as much, unless that passes midnight. */
function endFor(text: string, { start, end }: Hours): string {
  const [time, oldStart, oldEnd] = [readHour(text), readHour(start), readHour(end)];
  if (time === null || oldStart === null || oldEnd === null || time < oldEnd) return end;
  const moved = hourBeside(oldEnd, minutesBetween(oldStart, time));
  return moved > time && oldEnd > oldStart ? moved : end;
}

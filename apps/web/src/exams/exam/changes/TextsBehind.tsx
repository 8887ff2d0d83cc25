import { type Exam, editExam } from '@guichet/contract/exams/exams';
import { languageOfText } from '@guichet/contract/exams/exams.texts';
import { useCall } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { pickFacts } from '../examFacts.ts';

interface TextsBehindProps {
  exam: Exam;
  /** How many people who read such a text are told nothing. */
  unaware?: Partial<Record<'fr' | 'en', number>>;
  onEdit: () => void;
  /** Absent where nothing can be confirmed. */
  systemId?: number;
}

/** Names the texts that stayed while the other language changed, until somebody changes or confirms them. */
export function TextsBehind({ exam, unaware = {}, systemId, onEdit }: TextsBehindProps) {
  const t = useT();
  const tellFailure = useTellFailure();
  const confirmation = useCall(editExam);
  const { textsBehind } = exam;
  if (textsBehind.length === 0) return null;
  const languages = [...new Set(textsBehind.map(languageOfText))];

  function confirm(id: number) {
    const body = { ...pickFacts(exam), version: exam.version, isCompared: true };
    confirmation.mutate({ params: { systemId: id, examId: exam.id }, body }, { onError: tellFailure });
  }

  return (
    <Notice
      tone="warning"
      action={
        <span className="flex flex-wrap gap-2">
          <SmallButton onClick={onEdit}>{t('Exam.Behind.Edit')}</SmallButton>
          {systemId !== undefined && (
            <SmallButton variant="quiet" busy={confirmation.isPending} onClick={() => confirm(systemId)}>
              {t('Exam.Behind.Match')}
            </SmallButton>
          )}
        </span>
      }
    >
      {textsBehind.map((name) => t(`Exam.Behind.${name}`, { text: exam[name] })).join('\n')}
      {languages.map((language) => {
        const count = unaware[language] ?? 0;
        return count > 0 && <p key={language}>{t(`Exam.Behind.Unaware.${language}`, { count })}</p>;
      })}
    </Notice>
  );
}

/** Moves the focus to the field of the first such text, once a question has closed. */
export function editTextBehind({ textsBehind }: Exam) {
  const edit = () => document.getElementsByName(textsBehind[0] ?? '')[0]?.focus();
  requestAnimationFrame(() => requestAnimationFrame(edit));
}

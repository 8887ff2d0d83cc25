import { fold, searchWords } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { FoundExam } from '@guichet/contract/exams/exams.list';
import type { T } from '../../../core/i18n/useT.ts';
import { questionHref } from '../../../exams/exam/examHrefs.ts';
import { type ExamAction, examActions } from '../../../exams/pages/configuration/exams/examActions.ts';
import type { Command } from '../../../ui/aria/CommandList.tsx';

/** Shorter words begin too many others: « an » begins Anne as well as annuler. */
const fewestLetters = 3;

export interface NamedActions {
  /** Words that begin a word of an action: « rappel » for « Rappels ». */
  readonly words: readonly string[];
  /** The words that name the exam; '' when only an action is named. */
  readonly exam: string;
}

/**
 * Splits a search into the words of an action and the words of an exam; null without an action. The word
 * *exam*, which occurs in the names of actions, counts as neither.
 */
export function namedActions(t: T, search: string): NamedActions | null {
  const of = { systemId: 0, exam: { id: 0, date: '9999-12-31', lastDay: '' } };
  const labels = [...examActions(t, of), ...examActions(t, { ...of, isCancelled: true })];
  const said = searchWords(search).filter((word) => !beginsWordOf(t('Palette.Exams'), word));
  const words = said.filter((word) => labels.some((action) => beginsWordOf(wordsOf(t, action), word)));
  if (words.length === 0) return null;
  return { words, exam: said.filter((word) => !words.includes(word)).join(' ') };
}

/** The actions on the found exams; only the actions that `words` name, if there are any words. */
export function listExamActions(
  t: T,
  exams: readonly { readonly exam: FoundExam; readonly configuration: string; readonly note: string }[],
  { words, language }: { readonly words: readonly string[]; readonly language: Language },
): Command[] {
  return exams.flatMap(({ exam, configuration, note }) => {
    const { systemId, examId: id, date, lastDay, isCancelled } = exam;
    const title = exam.title[language];
    const actions = examActions(t, { systemId, exam: { id, date, lastDay }, isCancelled, configuration });
    return actions.filter(isNamed).map((action) => ({
      id: `exam-${id}-${action.id}`,
      label: t('Palette.ExamAction', { action: action.label, title }),
      note,
      icon: action.icon,
      href: action.href ?? questionHref(systemId, id, action.id),
    }));

    // A word may also belong to the title: « Rappels : Session d’importation ».
    function isNamed(action: ExamAction): boolean {
      const label = wordsOf(t, action);
      const isInTitle = (word: string) => fold(title).includes(word);
      return (
        words.length === 0 ||
        (words.some((word) => beginsWordOf(label, word)) &&
          words.every((word) => beginsWordOf(label, word) || isInTitle(word)))
      );
    }
  });
}

/** The words by which an action is named: one looks for the date of an exam, not for its form. */
function wordsOf(t: T, { id, label }: ExamAction): string {
  return id === 'edit' ? `${label} ${t('Palette.Words.edit')}` : label;
}

function beginsWordOf(label: string, word: string): boolean {
  return (
    word.length >= fewestLetters &&
    fold(label)
      .split(/[^\p{L}\p{N}]+/u)
      .some((one) => one.startsWith(word))
  );
}

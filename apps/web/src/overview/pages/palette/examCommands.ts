import { fold, searchWords } from '@guichet/contract/core/fold';
import type { Language } from '@guichet/contract/core/language';
import type { FoundExam } from '@guichet/contract/exams/exams';
import type { T } from '../../../core/i18n/useT.ts';
import { questionHref } from '../../../exams/exam/examHrefs.ts';
import { type ExamAction, examActions } from '../../../exams/pages/configuration/cohorts/examActions.ts';
import type { Command } from '../../../ui/aria/CommandList.tsx';

/** Shorter words begin too many others: « an » is Anne as well as annuler. */
const fewestLetters = 3;

export interface NamedActions {
  /** Words that begin one of an action: « rappel » of « Rappels ». */
  readonly words: readonly string[];
  /** The words of the exam; '' where an action alone is named. */
  readonly exam: string;
}

/**
 * What a search says of an action, and of an exam; null where it names no action. The word *exam* itself, which stands in the
 * name of an action, names neither.
 */
export function namedActions(t: T, search: string): NamedActions | null {
  const of = { systemId: 0, cohort: { id: 0, date: '9999-12-31' } };
  const labels = [...examActions(t, of), ...examActions(t, { ...of, isCancelled: true })];
  const said = searchWords(search).filter((word) => !beginsWordOf(t('Palette.Exams'), word));
  const words = said.filter((word) => labels.some(({ label }) => beginsWordOf(label, word)));
  if (words.length === 0) return null;
  return { words, exam: said.filter((word) => !words.includes(word)).join(' ') };
}

/** What can be done with exams that were found; only what the words name, where they name any. */
export function listExamActions(
  t: T,
  exams: readonly { readonly exam: FoundExam; readonly configuration: string; readonly note: string }[],
  { words, language }: { readonly words: readonly string[]; readonly language: Language },
): Command[] {
  return exams.flatMap(({ exam, configuration, note }) => {
    const { systemId, cohortId, date, isCancelled } = exam;
    const title = exam.title[language];
    const actions = examActions(t, { systemId, cohort: { id: cohortId, date }, isCancelled, configuration });
    return actions.filter(isNamed).map((action) => ({
      id: `exam-${cohortId}-${action.id}`,
      label: t('Palette.ExamAction', { action: action.label, title }),
      note,
      icon: action.icon,
      href: action.href ?? questionHref(systemId, cohortId, action.id),
    }));

    // A word may be one of the title: « Rappels : Session d’importation ».
    function isNamed({ label }: ExamAction): boolean {
      const isInTitle = (word: string) => fold(title).includes(word);
      return (
        words.length === 0 ||
        (words.some((word) => beginsWordOf(label, word)) &&
          words.every((word) => beginsWordOf(label, word) || isInTitle(word)))
      );
    }
  });
}

function beginsWordOf(label: string, word: string): boolean {
  return (
    word.length >= fewestLetters &&
    fold(label)
      .split(/[^\p{L}\p{N}]+/u)
      .some((one) => one.startsWith(word))
  );
}

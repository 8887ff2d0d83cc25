import type { Exam, ExamFacts } from '@guichet/contract/exams/exams';
import { useT } from '../../../core/i18n/useT.ts';
import { useFactWords } from './useFactWords.ts';

export interface AlsoChangedProps {
  by: Exam['savedBy'];
  names: readonly (keyof ExamFacts)[];
}

/** Names the fields that only somebody else has changed meanwhile; their saved values stay. */
export function AlsoChanged({ by, names }: AlsoChangedProps) {
  const t = useT();
  const { nameOf } = useFactWords();
  const fields = names.map(nameOf).join(', ');
  return by === null
    ? t('EditConflict.Also.Unnamed', { fields })
    : t('EditConflict.Also', { name: by, fields });
}

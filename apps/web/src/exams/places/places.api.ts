import type { Language } from '@guichet/contract/core/language';
import { titleIn } from '@guichet/contract/exams/exams.end';
import { listExams, type PlatformFilter } from '@guichet/contract/exams/exams.list';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';

/**
 * `coming`: exams from today on. `active`: all active exams. The others narrow `coming`: a text in one
 * language alone, or behind the other one, no hour or place within a week, candidates not told of a change, candidates who never signed in or have another exam at the same hour, or a state on the learning
 * platform.
 */
export type WhichExams =
  | 'coming'
  | 'active'
  | 'oneLanguage'
  | 'behind'
  | 'incomplete'
  | 'untold'
  | 'notSignedIn'
  | 'clashing'
  | PlatformFilter;

interface Narrowed {
  oneLanguage?: true;
  behind?: true;
  incomplete?: true;
  untold?: true;
  notSignedIn?: true;
  clashing?: true;
  onPlatform?: PlatformFilter;
}

const queryOf: Record<WhichExams, Narrowed> = {
  coming: {},
  active: {},
  oneLanguage: { oneLanguage: true },
  behind: { behind: true },
  incomplete: { incomplete: true },
  untold: { untold: true },
  notSignedIn: { notSignedIn: true },
  clashing: { clashing: true },
  failed: { onPlatform: 'failed' },
  drifted: { onPlatform: 'drifted' },
  repaired: { onPlatform: 'repaired' },
};

/** Exams by exam date, with titles in the given language. */
export function examsOptions(systemId: number, which: WhichExams, language: Language) {
  return queryOptions({
    ...query(listExams, {
      params: { systemId },
      query: { showAllActive: which === 'active', ...queryOf[which] },
    }),
    select: (exams) => exams.map((exam) => titleIn(language, exam)),
  });
}

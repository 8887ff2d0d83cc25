import type { Language } from '@guichet/contract/core/language';
import { listCohorts, type PlatformFilter } from '@guichet/contract/exams/cohorts';
import { titleIn } from '@guichet/contract/exams/cohorts.titles';
import { queryOptions } from '@tanstack/react-query';
import { query } from '../../core/call/query.ts';

/**
 * `coming`: exams from today on. `active`: all active exams. The others narrow `coming`: a text in one
 * language alone, candidates not told of a change, candidates who never signed in, or a state on the learning
 * platform.
 */
export type WhichCohorts = 'coming' | 'active' | 'oneLanguage' | 'untold' | 'notSignedIn' | PlatformFilter;

interface Narrowed {
  oneLanguage?: true;
  untold?: true;
  notSignedIn?: true;
  onPlatform?: PlatformFilter;
}

const queryOf: Record<WhichCohorts, Narrowed> = {
  coming: {},
  active: {},
  oneLanguage: { oneLanguage: true },
  untold: { untold: true },
  notSignedIn: { notSignedIn: true },
  failed: { onPlatform: 'failed' },
  drifted: { onPlatform: 'drifted' },
  repaired: { onPlatform: 'repaired' },
};

/** Cohorts by exam date, with titles in the given language. */
export function cohortsOptions(systemId: number, which: WhichCohorts, language: Language) {
  return queryOptions({
    ...query(listCohorts, {
      params: { systemId },
      query: { showAllActive: which === 'active', ...queryOf[which] },
    }),
    select: (cohorts) => cohorts.map((cohort) => titleIn(language, cohort)),
  });
}

import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import {
  addCandidate,
  attestCandidates,
  listCandidates,
  listCohorts,
  type PlatformFilter,
  unenrol,
} from '@guichet/contract/exams/cohorts';
import { titleIn } from '@guichet/contract/exams/cohorts.titles';
import type { NoticeNotes } from '@guichet/contract/exams/exams.notes';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../core/call/call.ts';

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
    queryKey: ['cohorts', systemId, which],
    queryFn: ({ signal }) =>
      call(listCohorts, {
        params: { systemId },
        query: {
          showAllActive: which === 'active',
          ...queryOf[which],
        },
        signal,
      }),
    select: (cohorts) => cohorts.map((cohort) => titleIn(language, cohort)),
  });
}

/** With `alsoCancelled`, a cancelled exam gives its candidates instead of an error. */
export function candidatesOptions(systemId: number, cohortId: number, { alsoCancelled = false } = {}) {
  return queryOptions({
    queryKey: ['cohorts', systemId, 'candidates', cohortId, alsoCancelled],
    queryFn: ({ signal }) =>
      call(listCandidates, {
        params: { systemId, cohortId },
        query: alsoCancelled ? { alsoCancelled } : {},
        signal,
      }),
  });
}

/** False when the person was in the cohort already. */
export function useAddCandidate(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: BodyOf<typeof addCandidate>) =>
      call(addCandidate, { params: { systemId, cohortId }, body }),
  });
}

export type Marking = BodyOf<typeof attestCandidates>;

/** Marks candidates as attended with success, or removes the mark. Returns the ids of changed candidates. */
export function useAttest(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: (body: Marking) => call(attestCandidates, { params: { systemId, cohortId }, body }),
  });
}

interface Unenrolment extends NoticeNotes {
  learningPlatformId: string;
  removalId: string;
  sendEmail: boolean;
}

/** False when the person was no longer in the cohort. */
export function useUnenrol(systemId: number, cohortId: number) {
  return useMutation({
    mutationFn: ({ learningPlatformId, ...query }: Unenrolment) =>
      call(unenrol, { params: { systemId, cohortId, learningPlatformId }, query }),
  });
}

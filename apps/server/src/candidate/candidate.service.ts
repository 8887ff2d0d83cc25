/**
 * Owns what a candidate sees and asks for herself: her exams and her calendar.
 * Does not know how she got a place (imports, cohorts) nor how the learning platform signs her in (learning).
 */
import type { OwnExam } from '@guichet/contract/candidate';
import { landingPath } from '@guichet/contract/landings';
import { selectSystemLinks } from '../access/access.service.ts';
import type { SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { selectOwnExams } from './candidate.queries.ts';
import { entryOf, stateOf } from './examState.ts';

/** The caller's exams: those of today and later by date, then those that are over, the latest first. */
export async function listOwnExams(context: AppContext, { identity }: SignedInGrant): Promise<OwnExam[]> {
  const { read } = context.database;
  const today = context.clock.today();
  const exams = await selectOwnExams(read, identity.userId);
  const systems = await selectSystemLinks(read, [...new Set(exams.map(({ systemId }) => systemId))]);
  const listed = exams.flatMap((exam) => {
    const system = systems.find(({ systemId }) => systemId === exam.systemId);
    if (!system) return [];
    const state = stateOf(exam, today);
    const path = (language: 'fr' | 'en') =>
      `${landingPath(system, language)}?orgId=${encodeURIComponent(exam.courseId)}`;
    return {
      cohortId: exam.cohortId,
      systemTitle: { fr: system.title.fr || system.name, en: system.title.en || system.name },
      title: { fr: exam.title, en: exam.title },
      date: exam.date,
      state,
      isPast: exam.date < today,
      entry: entryOf(state, exam.hasPlace),
      entryPath: { fr: path('fr'), en: path('en') },
    };
  });
  return [...listed.filter(({ isPast }) => !isPast), ...listed.filter(({ isPast }) => isPast).reverse()];
}

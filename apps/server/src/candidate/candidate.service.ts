/**
 * Owns what a candidate sees and asks for herself: her exams, her calendar and corrections of what is kept of her.
 * Does not know how she got a place (imports, cohorts) nor how the learning platform signs her in (learning).
 */
import type { OwnExam } from '@guichet/contract/candidate';
import { landingPath } from '@guichet/contract/landings';
import { selectSystemLinks, titlesOf } from '../access/access.service.ts';
import type { SignedInGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { timeIn } from '../platform/runtime/clock.ts';
import { selectOwnExams } from './candidate.queries.ts';
import { entryOf } from './examState.ts';
import { toldOf } from './ownExam.ts';

export { findStay } from './examSpace.ts';

/** The caller's exams: those of today and later by day and hour, then those that are over, the latest first. */
export async function listOwnExams(context: AppContext, { identity }: SignedInGrant): Promise<OwnExam[]> {
  const { database, clock, config } = context;
  const now = { day: clock.today(), time: timeIn(config.timeZone)(clock.now()) };
  const exams = await selectOwnExams(database.read, identity.userId);
  const systemIds = [...new Set(exams.map(({ systemId }) => systemId))];
  const systems = await selectSystemLinks(database.read, systemIds);
  const listed = exams.flatMap((exam): OwnExam[] => {
    const system = systems.find(({ systemId }) => systemId === exam.systemId);
    if (!system) return [];
    const told = toldOf(exam, now);
    const path = (language: 'fr' | 'en') =>
      `${landingPath(system, language)}?orgId=${encodeURIComponent(exam.courseId)}`;
    return [
      {
        cohortId: exam.cohortId,
        systemTitle: titlesOf(system),
        ...told,
        entry: entryOf(told.state, exam.hasPlace),
        entryPath: { fr: path('fr'), en: path('en') },
      },
    ];
  });
  return [...listed.filter((exam) => !exam.isPast), ...listed.filter((exam) => exam.isPast).reverse()];
}

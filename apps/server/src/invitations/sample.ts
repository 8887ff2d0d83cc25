import type { Language } from '@guichet/contract/core/language';
import { findNextCohort } from '../cohorts/cohorts.service.ts';
import type { OwnVariables } from '../outbox/outbox.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import type { Exam } from './invitation.ts';

const sampleTitle: Record<Language, string> = { fr: 'Titre de l’examen', en: 'Exam title' };

/** The next exam of the system; if none is planned, an invented one today. */
export async function sampleExam(context: AppContext, systemId: number, language: Language): Promise<Exam> {
  const today = context.clock.today();
  const cohort = await findNextCohort(context.database.read, systemId, today);
  return cohort ?? { title: sampleTitle[language], date: today };
}

/**
 * An invented candidate with the caller's address, so that preview and test are the same mail. Her link has no token:
 * it leads to the page that requests one.
 */
export function sampleCandidate(email: string): OwnVariables {
  return { firstName: 'Zoé', lastName: 'Côté', email };
}

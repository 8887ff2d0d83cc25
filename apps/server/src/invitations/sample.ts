import type { Language } from '@guichet/contract/core/language';
import { findNextCohort } from '../cohorts/cohorts.service.ts';
import type { OwnVariables } from '../outbox/outbox.service.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import type { Exam } from './invitation.ts';

const sampleTitle: Record<Language, string> = { fr: 'Titre de l’examen', en: 'Exam title' };

/** The next exam of the system; where none is planned, one that is made up, today. */
export async function sampleExam(context: AppContext, systemId: number, language: Language): Promise<Exam> {
  const today = context.clock.today();
  const cohort = await findNextCohort(context.database.read, systemId, today);
  return cohort ?? { title: sampleTitle[language], date: today };
}

/**
 * Somebody made up, at the address of the person who asks: so a preview and the test that follows are one mail. She
 * has no secret link, which nobody shall get for a try; her link leads to where one asks for it.
 */
export function sampleCandidate(email: string): OwnVariables {
  return { firstName: 'Zoé', lastName: 'Côté', email };
}

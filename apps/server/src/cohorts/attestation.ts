import { record, unchanged, write } from '../audit/audit.service.ts';
import type { SystemGrant } from '../platform/http/grant.ts';
import type { AppContext } from '../platform/runtime/appContext.ts';
import { AppError } from '../platform/runtime/errors.ts';
import { getActiveCohort } from './cohorts.service.ts';
import { countCandidatesAmong, markAttested } from './enrolments.queries.ts';

/**
 * Marks candidates as attended with success, or takes the mark back; all of them or none. Returns the ids of those who changed.
 * @throws AppError `cohort.notFound`, `user.notFound` for one who is not in the cohort, `cohort.examAhead`
 */
export async function attestCandidates(
  context: AppContext,
  grant: SystemGrant,
  cohortId: number,
  form: { readonly userIds: readonly number[]; readonly isAttested: boolean },
): Promise<number[]> {
  const { systemId } = grant;
  const userIds = [...new Set(form.userIds)];
  const of = { systemId, cohortId, userIds };
  return write(context, grant, async (tx) => {
    const cohort = await getActiveCohort(tx, systemId, cohortId);
    if (form.isAttested && cohort.date > context.clock.today()) throw new AppError('cohort.examAhead');
    if ((await countCandidatesAmong(tx, of)) < userIds.length) throw new AppError('user.notFound');
    const changed = await markAttested(tx, of, form.isAttested ? context.clock.now() : null);
    if (changed.length === 0) return unchanged(changed);
    return record(changed, {
      action: form.isAttested ? 'candidates.attested' : 'candidates.attestationTakenBack',
      subject: `cohort:${cohortId}`,
      detail: { name: cohort.title, candidates: changed.length, userIds: changed },
    });
  });
}

import type { BodyOf } from '@guichet/contract/core/endpoint';
import type { createCandidate as createEndpoint } from '@guichet/contract/exams/places';
import { record, write } from '../../core/audit/audit.service.ts';
import type { AppContext, SystemGrant } from '../../core/context/appContext.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { createAccount, findAccount, joinNames } from '../../identity/users/users.service.ts';
import { getSystem } from '../../systems/system/systems.service.ts';
import { enrol } from '../enrolments/enrolments.service.ts';
import { giveExtraTime } from '../enrolments/extraTimes/extraTimes.service.ts';
import { getExam } from '../facts/facts.service.ts';
import { findTextsOfPlaced, inviteAdded } from '../notices/invitations/invitations.service.ts';

/**
 * Creates an account and enrols its owner, as an import of one line does: without a password, with the
 * student role, and with the invitation in their language.
 * @throws AppError `exam.notFound`, `user.alreadyExists`, `extraTime.denied`, `message.empty` when a mail is asked for and no
 * language has a text
 */
export async function createCandidate(
  context: AppContext,
  grant: SystemGrant,
  examId: number,
  { languageId: language, sendEmail, extraTime, ...person }: BodyOf<typeof createEndpoint>,
): Promise<true> {
  const { systemId } = grant;
  const db = context.database.read;
  const exam = await getExam(db, { systemId, examId });
  const { studentRole } = await getSystem(db, systemId);
  const texts = await findTextsOfPlaced(context, systemId, exam, { sendEmail });
  if (texts && !texts.of.fr) throw new AppError('message.empty');
  if (texts) await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const now = context.clock.now();
  await write(context, grant, async (tx) => {
    const roles = [{ role: 'student' as const, systemId }];
    const login = { passwordHash: null, mustChoosePassword: true };
    const id = await createAccount(tx, { ...person, ...login, language, roles }, now);
    const account = await findAccount(tx, id);
    const fullName = joinNames(person);
    const detail = { name: fullName, email: person.email, roles: [studentRole], mailed: texts !== null };
    const created = { action: 'user.created', subject: `user:${id}`, detail } as const;
    const enrolled = await enrol(tx, exam, { id, fullName }, now);
    // Before the invitation, which tells the person's own end.
    const given = extraTime ? [await giveExtraTime(context, tx, grant, exam, id, extraTime)] : [];
    if (texts && account) await inviteAdded(context, tx, texts, account);
    return record(null, created, ...(enrolled ? [enrolled] : []), ...given);
  });
  return true;
}

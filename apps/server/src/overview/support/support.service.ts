/** Owns what support does for a person: history, link to a new password, the invitation once more; and today's exams. */
import type { ReplyOf } from '@guichet/contract/core/endpoint';
import type {
  Administrators,
  inviteAgain as inviteEndpoint,
  sendResetLink as linkEndpoint,
  TodaysExam,
} from '@guichet/contract/overview/support';
import { record, unchanged, write } from '../../core/audit/audit.service.ts';
import type { AppContext, ReadDb, SystemsGrant } from '../../core/context/appContext.ts';
import { enforceRateLimit } from '../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../core/runtime/errors.ts';
import { setInformed } from '../../exams/enrolments/enrolments.service.ts';
import { getExam, isExamOver, lockExam } from '../../exams/facts/facts.service.ts';
import { findInvitationTexts, inviteAccounts } from '../../exams/notices/invitations/invitations.service.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { sendLinkTo } from '../../identity/account/account.service.ts';
import { getSeenUser, makeAuditLines, systemShared } from '../../identity/users/managedUsers.service.ts';
import {
  findAccount,
  joinNames,
  lockPeople,
  selectAdministrators,
} from '../../identity/users/users.service.ts';
import { isInvitationUnderWay, selectMailByKey } from '../../mail/outbox/outbox.service.ts';
import { listSystems } from '../../systems/system/systems.service.ts';
import { selectEnrolments, selectExamsOn } from './support.queries.ts';

/** @throws AppError `user.notFound`, `request.tooMany` */
export async function sendResetLink(
  context: AppContext,
  grant: SystemsGrant,
  userId: number,
): Promise<ReplyOf<typeof linkEndpoint>> {
  const { account, held } = await getSeenUser(context.database.read, grant.systemIds, userId);
  if (account.deactivatedAt) return 'closed';
  await enforceRateLimit(context, 'supportMail', grant.identity.userId);
  const lines = makeAuditLines(grant, 'user.resetLinkSent', { ...account, held });
  const isSent = await sendLinkTo(context, grant, account, { systemId: systemShared(grant, held), lines });
  return isSent ? 'sent' : 'recent';
}

/** @throws AppError `user.notFound`, `exam.notFound` also where they are not in it, `request.tooMany` */
export async function inviteAgain(
  context: AppContext,
  grant: SystemsGrant,
  of: { readonly id: number; readonly examId: number; readonly requestId: string },
): Promise<ReplyOf<typeof inviteEndpoint>> {
  const { id: userId, examId } = of;
  const db = context.database.read;
  await getSeenUser(db, grant.systemIds, userId);
  const exam = await getExam(db, { systemIds: grant.systemIds, examId });
  await enforceRateLimit(context, 'supportMail', grant.identity.userId);
  const { systemId } = exam;
  // The text is the administrators', so that mails by support do not count as mails with their own text.
  const own = systemsReached(grant.identity, 'admin');
  if (own === 'all' || own.includes(systemId))
    await enforceRateLimit(context, 'ownMail', grant.identity.userId);
  const texts = await findInvitationTexts(context, systemId, exam);
  const key = `again:${examId}:${userId}:${of.requestId}`;
  return write(context, grant, async (tx) => {
    await lockExam(tx, { systemId, examId }, 'share');
    await lockPeople(tx, [userId]);
    const account = await findAccount(tx, userId);
    const enrolments = await selectEnrolments(tx, userId, [systemId]);
    if (!account || !enrolments.some((place) => place.examId === examId)) throw new AppError('exam.notFound');
    if (await selectMailByKey(tx, key)) return unchanged('sent' as const);
    if (account.deactivatedAt) return unchanged('closed' as const);
    if (isExamOver(context, exam)) return unchanged('over' as const);
    if (await isInvitationUnderWay(tx, { examId, userId })) return unchanged('underWay' as const);
    const mails = await inviteAccounts(context, tx, texts, [account], { key: () => key, urgent: true });
    if (mails === 0) return unchanged('noText' as const);
    await setInformed(tx, { systemId, examId }, [userId]);
    return record('sent' as const, {
      action: 'candidate.invitedAgain',
      subject: `user:${userId}`,
      systemId,
      detail: { name: joinNames(account), exam: exam.title, examId },
    });
  });
}

/**
 * The people who may do what the caller may not, by system: systems that the caller supports without
 * administering them, and only within `within`, if given. Systems that the caller does not support are not named.
 */
export async function listAdministrators(
  db: ReadDb,
  { identity, systemIds }: SystemsGrant,
  within?: ReadonlySet<number>,
): Promise<Administrators> {
  const administered = systemsReached(identity, 'admin');
  if (systemIds === 'all' || administered === 'all') return [];
  const others = systemIds.filter((id) => !administered.includes(id) && (within?.has(id) ?? true));
  const people = await selectAdministrators(db, others);
  const systems = await listSystems(db);
  return others.map((systemId) => {
    const {
      phone = null,
      officeFr = null,
      officeEn = null,
    } = systems.find(({ id }) => id === systemId) ?? {};
    const office = officeFr ?? officeEn;
    return {
      systemId,
      people: people
        .filter((one) => one.systemId === systemId)
        .map((one) => ({ fullName: joinNames(one), email: one.email })),
      phone,
      // An office in the other language is better than no office.
      office: office === null ? null : { fr: office, en: officeEn ?? office },
    };
  });
}

export async function listTodaysExams(
  { database, clock }: AppContext,
  { systemIds }: SystemsGrant,
): Promise<TodaysExam[]> {
  const exams = await selectExamsOn(database.read, systemIds, clock.today());
  return exams.map(({ title, titleEn, placeFr, placeEn, ...exam }) => ({
    ...exam,
    title: { fr: title, en: titleEn || title },
    place: { fr: placeFr || placeEn, en: placeEn || placeFr },
  }));
}

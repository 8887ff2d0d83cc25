import { Day } from '@guichet/contract/core/endpoint';
import { instantAt } from '@guichet/contract/core/localTime';
import type { ExamFacts } from '@guichet/contract/exams/exams';
import { isOverAt } from '@guichet/contract/exams/exams.end';
import type { ListChoices } from '@guichet/contract/imports/imports.comparison';
import {
  findAuthor,
  record,
  systemTransaction,
  unchanged,
  write,
  writeEverywhere,
} from '../../core/audit/audit.service.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { allowLongLockWaits } from '../../core/database/connection/session.ts';
import type { WriteTx } from '../../core/database/database.ts';
import type { StagedLines } from '../../core/database/schema/stagedLines.ts';
import { listOutgrown, refreshStatistics } from '../../core/database/statistics.ts';
import { invalidField } from '../../core/runtime/errors.ts';
import { insertStagedEnrolments } from '../../exams/enrolments/enrolments.service.ts';
import { describeChange } from '../../exams/enrolments/extraTimes/extraTimes.service.ts';
import { giveStagedExtraTimes } from '../../exams/enrolments/extraTimes/listedExtraTimes.service.ts';
import { isExamOver, lockExam } from '../../exams/facts/facts.service.ts';
import {
  enqueueInvitations,
  findTextsOfPlaced,
} from '../../exams/notices/invitations/invitations.service.ts';
import { systemsReached } from '../../identity/access/access.service.ts';
import { lockRoleChanges } from '../../identity/users/managedUsers.service.ts';
import { insertStagedStudents, insertStagedUsers } from '../../identity/users/users.service.ts';
import { planEnrolments, platformUserPrefix } from '../../learning/learning.service.ts';
import { cancelCandidateMails } from '../../mail/outbox/outbox.service.ts';
import type { ReadingChoices } from '../columns/sheetColumns.ts';
import * as queries from '../past/pastImports.queries.ts';
import { insertImportPeople, storeCorrected, waitForUndo } from '../past/people.queries.ts';
import { furtherTexts } from '../rows/stagedRows.ts';
import { type ImportGrant, nameColumns, namesOfRead, rememberChoices } from '../stage/layouts.ts';
import { analyzeStaged } from '../stage/stage.queries.ts';
import { givesExtraTime, requireWhole, type StagedOrder } from '../stage/staging.ts';
import { applyChoices, resolveChoices } from './choices.ts';

/** Parts in a single statement, which stays small enough for the embedded database's log. */
const partsAtOnce = 5;

interface Placement extends StagedOrder, ReadingChoices {
  readonly importId: string;
  /** When the mails leave; null: at once. */
  readonly plannedFor: Date | null;
  readonly fileName: string;
  readonly fingerprint: Buffer;
  /** The changes of people who are in the exam. */
  readonly choices?: ListChoices | undefined;
}

/**
 * Writes accounts, roles, enrolments, mails, platform jobs and the audit line in one transaction, with what was chosen about
 * people who are in the exam. Null: the import was already done.
 * @throws AppError `import.examChanged`, `request.invalid` where the exam, moved meanwhile, is over before its mails leave
 * @throws StageLost if lines are missing from the stage; nothing is written then
 */
export async function place(context: AppContext, grant: ImportGrant, order: Placement) {
  const { systemId } = grant;
  const { importId, exam, stage, plannedFor } = order;
  const choosing = order.choices && grant.identity ? { grant, choices: order.choices } : null;
  const { report } = stage;
  const now = context.clock.now();
  const mailed = { sendEmail: order.sendEmail, at: plannedFor ?? now };
  const texts = await findTextsOfPlaced(context, systemId, exam, mailed);
  await systemTransaction(context, analyzeStaged);
  // People whom the list corrects may have rows in other systems.
  const writing = choosing ? writeEverywhere : write;
  return writing(context, grant, async (tx) => {
    // Waits for another import into the same exam, or for a repeat of this import.
    await allowLongLockWaits(tx);
    await waitForUndo(tx);
    if (choosing) await lockRoleChanges(tx, choosing.grant);
    const present = await lockExam(tx, { systemId, examId: exam.id }, 'share');
    if (plannedFor && isExamOver(context, present, plannedFor)) throw invalidField('mailsAt', 'afterExam');
    if (!(await registerImport(tx, grant, order, now))) return unchanged(null);
    const chosen = choosing && (await resolveChoices(context, tx, choosing.grant, order, choosing.choices));
    const lines = joinParts(stage.parts);
    const to = { systemId, examId: exam.id, importId, now };
    const tenantScope = grant.identity ? systemsReached(grant.identity, 'admin') : 'all';
    let [accounts, placed, people] = [0, 0, 0];
    const accountsOf = { defaultLanguage: order.languageId, more: furtherTexts.map(({ name }) => name), now };
    for (const part of lines) {
      accounts += await insertStagedUsers(tx, part, accountsOf);
      await insertStagedStudents(tx, part, { systemId, tenantScope, now });
      placed += await insertStagedEnrolments(tx, { ...to, lines: part, keyPrefix: platformUserPrefix });
      people += await insertImportPeople(tx, part, { id: importId, systemId, examId: exam.id });
    }
    // A mail that says that somebody has left the exam is outdated.
    await cancelCandidateMails(tx, to, { reason: 'cancelledOutdated', by: findAuthor(grant).fullName });
    const mailing = { ...to, plannedFor, lines };
    const invitations = texts && placed > 0 ? await enqueueInvitations(context, tx, texts, mailing) : 0;
    await planEnrolments(tx, { ...to, courseId: exam.courseId });
    const mayChange = choosing?.choices.correct?.extraTime ?? [];
    const extraTimes = givesExtraTime(stage)
      ? await giveStagedExtraTimes(
          context,
          tx,
          { ...to, courseId: exam.courseId, mayChange, author: findAuthor(grant) },
          lines,
        )
      : { changed: [], mails: 0 };
    await storeCorrected(
      tx,
      importId,
      extraTimes.changed.map(({ userId, ...extraTime }) => ({ userId, corrected: { extraTime } })),
    );
    // Last: whom the import only corrects is not among those whose account it made.
    const changed = chosen && (await applyChoices(context, tx, choosing.grant, order, chosen));
    const { corrected = 0, takenOut = 0 } = changed ?? {};
    const mails = invitations + extraTimes.mails + (changed?.mails ?? 0);
    const setAside = report.setAside?.length ?? 0;
    const counts = { placed, accounts, already_there: people - placed, mails, set_aside: setAside };
    await queries.updateCounts(tx, importId, { ...counts, corrected, taken_out: takenOut });
    await rememberChoices(tx, grant, order, stage.layout, now);
    await requireWhole(tx, stage);
    const detail = {
      name: exam.title,
      importId,
      fileName: order.fileName,
      rows: report.rows,
      placed,
      accounts,
      mails,
      ...(changed && { corrected, takenOut }),
      ...(plannedFor && invitations > 0 && { plannedFor: plannedFor.toISOString() }),
      ...(report.leftOutColumn !== undefined && { leftOutColumn: report.leftOutColumn }),
      ...(report.leavers && { leavers: report.leavers.count, leaversAnswer: report.leavers.answer }),
      ...(setAside > 0 && { setAside }),
      ...(report.corrected && { correctedCells: report.corrected.length }),
      ...(order.sheets && { sheets: namesOfRead(report.sheets) }),
      ...(order.columns && { columns: nameColumns(order.columns) }),
    };
    const line = { action: 'candidates.imported', subject: `exam:${exam.id}`, detail } as const;
    const ofExtraTimes =
      extraTimes.changed.length > 0
        ? [
            describeChange(
              { examId: exam.id, title: exam.title },
              extraTimes.changed.length,
              extraTimes.changed.map(({ from }) => (from ? 'changed' : 'given')),
            ),
          ]
        : [];
    // After the corrections of the list itself, so that those with a later id are of somebody since.
    return record(placed, ...(changed?.lines ?? []), ...ofExtraTimes, line);
  });
}

function joinParts(parts: readonly StagedLines[]): StagedLines[] {
  return parts.flatMap((first, index) => {
    const last = parts[Math.min(index + partsAtOnce, parts.length) - 1] ?? first;
    return index % partsAtOnce === 0 ? { ...first, upTo: last.upTo } : [];
  });
}

/** If two calls have the same id, the second waits here for the first and then finds the first's row. */
function registerImport(tx: WriteTx, grant: ImportGrant, order: Placement, now: Date): Promise<boolean> {
  return queries.insertImport(tx, {
    id: order.importId,
    system_id: grant.systemId,
    exam_id: order.exam.id,
    started_by: grant.identity?.userId ?? null,
    started_by_name: grant.identity ? findAuthor(grant).fullName : null,
    file_name: order.fileName,
    file_sha256: order.fingerprint,
    send_email: order.sendEmail,
    rows: order.stage.report.rows,
    sheets: order.sheets ? JSON.stringify(namesOfRead(order.stage.report.sheets)) : null,
    placed: 0,
    finished_at: now,
  });
}

/** When the mails of an import leave; null: at once. @throws AppError `request.invalid` for a wrong hour */
export function hourOfMails(
  { clock, config }: AppContext,
  { sendEmail, mailsAt = '' }: { readonly sendEmail: boolean; readonly mailsAt?: string | undefined },
  exam: Pick<ExamFacts, 'examDate' | 'endTime' | 'endDate'>,
): Date | null {
  if (!sendEmail || mailsAt === '') return null;
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(mailsAt) ?? [];
  if (!Day.safeParse(day).success) throw invalidField('mailsAt', 'localTime');
  if (isOverAt(exam, { day, time })) throw invalidField('mailsAt', 'afterExam');
  const instant = instantAt(day, time, config.timeZone);
  if (instant <= clock.now()) throw invalidField('mailsAt', 'hourInPast');
  return instant;
}

/** Imports of at least so many rows refresh the planner's statistics. */
const noticeableRows = 100;

const grownTables = ['users', 'user_roles', 'enrolments', 'outgoing_mails', 'platform_enrolments'] as const;

/**
 * Refreshes statistics in the background on PostgreSQL, which takes half as long as the import. The embedded
 * database would block meanwhile: only tables that have grown by a tenth are analyzed, each in its own
 * transaction.
 */
export async function refreshImportStatistics(context: AppContext, placed: number): Promise<void> {
  if (placed < noticeableRows) return;
  const { database, log } = context;
  if (database.kind === 'embedded') {
    for (const table of await listOutgrown(database.read, grownTables, placed))
      await systemTransaction(context, (tx) => refreshStatistics(tx, [table], 'small'));
    return;
  }
  systemTransaction(context, (tx) => refreshStatistics(tx, grownTables)).catch((error) =>
    log.warn({ error: (error as Error).message }, 'statistics were not refreshed'),
  );
}

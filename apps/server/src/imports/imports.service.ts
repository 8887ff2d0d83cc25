/**
 * Owns the way from a registrar's list to candidates in a cohort: all of a file or nothing of it.
 * Refuses to know how files are read (sheet), what mails say (messages) and how the platform is reached (learning).
 */
import type { Language } from '@guichet/contract/core/language';
import { type Preview, type Progress, previewMaxRows, type Refusal } from '@guichet/contract/imports';
import { keepBooks, record, unchanged, write } from '../audit/audit.service.ts';
import { getCohortOfCourse, holdCohort, insertStagedEnrolments } from '../cohorts/cohorts.service.ts';
import { enqueueInvitations, findInvitationTexts } from '../invitations/invitations.service.ts';
import { planEnrolments, platformUserPrefix } from '../learning/learning.service.ts';
import type { WriteTx } from '../platform/database/database.ts';
import { refreshStatistics } from '../platform/database/statistics.ts';
import { AppError } from '../platform/errors.ts';
import type { MachineOnSystemGrant, SystemGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import type { UploadedFile } from '../platform/requestBody.ts';
import { insertStagedStudents, insertStagedUsers } from '../users/users.service.ts';
import * as queries from './imports.queries.ts';
import { nameColumns, rememberMatch, tellColumns } from './layouts.ts';
import { countMails, countOutcomes } from './outcomeTally.ts';
import { reportProgress } from './progress.ts';
import type { Matching } from './sheetColumns.ts';
import { clearStage, fingerprintOf, type Stage, stageFile } from './staging.ts';

/** From this many on, an import changes what the planner should know. */
const noticeableRows = 100;

export interface Order extends Matching {
  readonly importId?: string | undefined;
  readonly selectedCourse: string;
  /** For lines that state none. */
  readonly languageId: Language;
  readonly sendEmail: boolean;
  /** The language in which a refusal is told. */
  readonly reader: Language;
  /** Hears how far it is, beside those who watch. */
  readonly tell?: (progress: Progress) => void;
}

/** An administrator of the system, or whoever sits at the machine. */
type ImportGrant = SystemGrant | MachineOnSystemGrant;

/**
 * Places the candidates of a file and answers how many this call placed, or every problem of the file.
 * The same `importId` again answers the same count and writes nothing.
 * @throws AppError `cohort.notFound`, `import.idReused`
 */
export async function importCandidates(
  house: House,
  grant: ImportGrant,
  order: Order,
  file: UploadedFile,
): Promise<number | Refusal> {
  const cohort = await getCohortOfCourse(house.database.read, grant.systemId, order.selectedCourse);
  const importId = order.importId ?? house.clock.uuid();
  const fingerprint = await fingerprintOf(file, order);
  const earlier = await findEarlier(house, grant, importId, cohort.id, fingerprint);
  if (earlier !== null) return earlier;

  const progress = reportProgress(house, importId, grant.identity?.userId ?? null, order.tell);
  try {
    const stage = await stageFile(house, order.reader, file, order, progress.reading);
    if (stage.kind === 'refused') {
      await progress.refused();
      return stage.refusal;
    }
    await progress.writing(stage.report.rows);
    const placed = await placeStage(house, grant, { ...order, importId, cohort, file, fingerprint, stage });
    const count = placed ?? (await findEarlier(house, grant, importId, cohort.id, fingerprint));
    // Somebody has used the id in a system that is not this one's business.
    if (count === null) throw new AppError('import.idReused');
    if (count >= noticeableRows) await tellPlanner(house);
    await progress.done(count);
    house.bell.ring('outbox');
    house.bell.ring('learning');
    return count;
  } finally {
    progress.forget();
  }
}

/**
 * Nobody waits for the statistics of a PostgreSQL server, which take as long as half of the import; the embedded database
 * has one connection, for which everybody would wait a moment later.
 */
async function tellPlanner(house: House): Promise<void> {
  const { database, log } = house;
  const refreshed = keepBooks(house, refreshStatistics);
  if (database.kind === 'embedded') return refreshed;
  refreshed.catch((error) => log.warn({ error: (error as Error).message }, 'statistics were not refreshed'));
}

/** Whatever becomes of it, the stage is empty afterwards. */
async function placeStage(house: House, grant: ImportGrant, order: Placement): Promise<number | null> {
  try {
    return await place(house, grant, order);
  } finally {
    await clearStage(house, order.stage.stageId);
  }
}

interface Placement extends Order {
  readonly importId: string;
  readonly cohort: {
    readonly id: number;
    readonly courseId: string;
    readonly title: string;
    readonly date: string;
  };
  readonly file: UploadedFile;
  readonly fingerprint: Buffer;
  readonly stage: Extract<Stage, { kind: 'staged' }>;
}

/** The one transaction: accounts, roles, enrolments, mails, platform calls, audit line. Null: done before. */
async function place(house: House, grant: ImportGrant, order: Placement): Promise<number | null> {
  const { systemId } = grant;
  const { importId, cohort, stage } = order;
  const { stageId } = stage;
  const now = house.clock.now();
  const texts = order.sendEmail ? await findInvitationTexts(house, systemId, cohort) : null;
  await keepBooks(house, queries.analyzeStaged);
  return write(house, grant, async (tx) => {
    await holdCohort(tx, systemId, cohort.id);
    if (!(await registerImport(tx, grant, order, now))) return unchanged(null);
    const accounts = await insertStagedUsers(tx, stageId, order.languageId, now);
    await insertStagedStudents(tx, stageId, systemId, now);
    const keyPrefix = platformUserPrefix;
    const placed = await insertStagedEnrolments(tx, {
      stageId,
      systemId,
      cohortId: cohort.id,
      importId,
      keyPrefix,
      now,
    });
    const where = {
      systemId,
      cohortId: cohort.id,
      importId,
      stageId,
      defaultLanguage: order.languageId,
      now,
    };
    const mails = texts && placed > 0 ? await enqueueInvitations(house, tx, texts, where) : 0;
    await planEnrolments(tx, { systemId, courseId: cohort.courseId, cohortId: cohort.id, importId, now });
    await queries.updatePlaced(tx, importId, placed);
    await rememberMatch(tx, grant, order.columns, stage.layout, now);
    const detail = {
      name: cohort.title,
      importId,
      fileName: order.file.fileName,
      rows: stage.report.rows,
      placed,
      accounts,
      mails,
      ...(order.columns && { columns: nameColumns(order.columns) }),
    };
    return record(placed, { action: 'candidates.imported', subject: `cohort:${cohort.id}`, detail });
  });
}

/** Two calls with one id: the second waits here for the first and then finds its row. */
function registerImport(tx: WriteTx, grant: ImportGrant, order: Placement, now: Date): Promise<boolean> {
  return queries.insertImport(tx, {
    id: order.importId,
    system_id: grant.systemId,
    cohort_id: order.cohort.id,
    started_by: grant.identity?.userId ?? null,
    file_name: order.file.fileName,
    file_sha256: order.fingerprint,
    send_email: order.sendEmail,
    rows: order.stage.report.rows,
    placed: 0,
    finished_at: now,
  });
}

async function findEarlier(
  house: House,
  grant: ImportGrant,
  importId: string,
  cohortId: number,
  fingerprint: Buffer,
) {
  const earlier = await queries.selectImport(house.database.read, importId);
  if (!earlier) return null;
  const isSame =
    earlier.systemId === grant.systemId &&
    earlier.cohortId === cohortId &&
    earlier.fileSha256.equals(fingerprint);
  if (!isSame) throw new AppError('import.idReused');
  return earlier.placed;
}

/** What `importCandidates` would do with the same order, by the very same checks; changes nothing. */
export async function previewImport(
  house: House,
  grant: ImportGrant,
  order: Order,
  file: UploadedFile,
): Promise<Preview | Refusal> {
  const cohort = await getCohortOfCourse(house.database.read, grant.systemId, order.selectedCourse);
  const stage = await stageFile(house, order.reader, file, order);
  if (stage.kind === 'refused')
    return { ...stage.refusal, columns: await tellColumns(house.database.read, grant, stage.layout) };
  const { stageId, report } = stage;
  try {
    const where = { stageId, cohortId: cohort.id, defaultLanguage: order.languageId };
    const db = house.database.read;
    const rows = await queries.selectOutcomeRows(db, { ...where, most: previewMaxRows });
    const tally = await queries.selectOutcomeCounts(db, where);
    const texts = order.sendEmail ? await findInvitationTexts(house, grant.systemId, cohort) : null;
    return {
      file: report,
      columns: await tellColumns(db, grant, stage.layout),
      counts: countOutcomes(tally),
      mails: order.sendEmail ? countMails(tally) : { fr: 0, en: 0 },
      fallback: texts?.fallback ?? null,
      rows,
      rowsLeftOut: report.rows - rows.length,
    };
  } finally {
    await clearStage(house, stageId);
  }
}

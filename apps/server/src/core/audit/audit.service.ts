/**
 * Owns the audit log: who did what to whom, in the same transaction as the operation itself. Does not know
 * what operations mean: action, subject and detail come from the rooms.
 */
import type { AuditAction } from '@guichet/contract/core/audit';
import type { AuditDetail } from '@guichet/contract/core/audit.details';
import type { Language } from '@guichet/contract/core/language';
import {
  type AppContext,
  type Grant,
  noteCommit,
  readTenantScope,
  type SystemGrant,
  type SystemsGrant,
  type WriteTx,
} from '../context/appContext.ts';
import type { Prepared } from '../database/connection/prepared.ts';
import { DatabaseUnavailable } from '../database/connection/unavailable.ts';
import type { TenantScope } from '../database/rowSecurity/rowSecurity.ts';
import { collectTopics } from './afterCommit.ts';
import * as queries from './audit.queries.ts';

export { notifyAfterCommit } from './afterCommit.ts';
export { findLineOfRemoval, hasDone, selectLinesAbout, selectLinesOfExams } from './audit.queries.ts';

/** A line of the audit log. `detail` never holds a secret. */
export interface AuditLine {
  readonly action: AuditAction;
  /** The thing or person that was changed, such as `exam:12`. */
  readonly subject: string | null;
  readonly systemId?: number | null;
  /** The acting person, where the grant has no identity yet (sign-in, password reset). */
  readonly actor?: Author;
  /** The impersonated person, where the grant does not yet, or no longer, belong to an impersonation. */
  readonly impersonated?: { readonly userId: number; readonly fullName: string };
  /** `name`: the subject's present name, in case the subject is deleted or renamed. */
  readonly detail?: { readonly [K in AuditDetail]?: unknown };
  /** English titles of the exams in `name` and `exam`, where there are some; not stored, for whoever tells of the line. */
  readonly subjectNameEn?: string | null;
  readonly examEn?: string | null;
}

/** A line with the titles of its exams in this language, where the exams have such titles. */
export function lineIn<Line extends AuditLine | Awaited<ReturnType<typeof queries.selectLinesAbout>>[number]>(
  language: Language,
  line: Line,
): Line {
  if (language !== 'en') return line;
  const { subjectNameEn, examEn } = line;
  const titles = { ...(subjectNameEn && { name: subjectNameEn }), ...(examEn && { exam: examEn }) };
  return { ...line, detail: { ...line.detail, ...titles } };
}

/** The author of an audit line or of a version of a text. */
export interface Author {
  readonly userId: number | null;
  readonly fullName: string;
}

declare const audited: unique symbol;
/** The result of a transaction with its audit lines; made by `record` or `unchanged`. */
export interface Written<T> {
  readonly result: T;
  readonly lines: readonly AuditLine[];
  readonly [audited]: true;
}

export function record<T>(
  result: T,
  ...lines: readonly [AuditLine, ...AuditLine[]] | readonly [...AuditLine[], AuditLine]
): Written<T> {
  return { result, lines } as unknown as Written<T>;
}

/** Adds what follows from written lines, in the same transaction; handed in where it lies in a room above. */
export type Following = <T>(
  context: AppContext,
  tx: WriteTx,
  grant: SystemsGrant | SystemGrant,
  written: Written<T>,
  requestId?: number,
) => Promise<Written<T>>;

/** The result of work that wrote nothing. */
export function unchanged<T>(result: T): Written<T> {
  return { result, lines: [] } as unknown as Written<T>;
}

/**
 * Runs `work` in a transaction that also writes the audit lines. Every `WriteTx` for an operation of a person
 * comes from here; `work` makes no external calls. Workers for which it queues jobs are woken after the commit.
 */
export async function write<T>(
  context: AppContext,
  grant: Grant,
  work: (tx: WriteTx) => Promise<Written<T>>,
): Promise<T> {
  return writeWithin(readTenantScope(grant), context, grant, work);
}

/**
 * Like `write`, but without row-level security: for operations on a whole person, who may have rows in
 * systems outside the grant, and for mails of no system.
 */
export async function writeEverywhere<T>(
  context: AppContext,
  grant: Grant,
  work: (tx: WriteTx) => Promise<Written<T>>,
): Promise<T> {
  return writeWithin('all', context, grant, work);
}

async function writeWithin<T>(
  tenantScope: TenantScope,
  context: AppContext,
  grant: Grant,
  work: (tx: WriteTx) => Promise<Written<T>>,
): Promise<T> {
  const done = await transact(context, tenantScope, async (tx) => {
    const written = await work(tx);
    // One moment for all lines of an act, by which the log folds them.
    const at = context.clock.now();
    for (const line of written.lines) await queries.insertAuditLine(tx, { at, ...rowOf(grant, line) });
    return written;
  });
  if (done.result.lines.length > 0) noteCommit(grant);
  done.notify();
  return done.result.result;
}

/** Runs a writing transaction without audit lines, unlike `write`: queue states, leases, token rotation, counters. */
export async function systemTransaction<T>(context: AppContext, work: (tx: WriteTx) => Promise<T>) {
  const { result, notify } = await transact(context, 'all', work);
  notify();
  return result;
}

/** Runs a transaction; `notify` wakes, once for each topic, the workers for which it has queued work. */
async function transact<T>(
  { database, notifier }: AppContext,
  tenantScope: TenantScope,
  work: (tx: WriteTx) => Promise<T>,
) {
  let topics: ReadonlySet<string> = new Set();
  const notify = () => {
    for (const topic of topics) notifier.notify(topic);
  };
  const collecting = (tx: WriteTx) => {
    topics = collectTopics(tx);
    return work(tx);
  };
  try {
    return { result: await database.transact(collecting, tenantScope), notify };
  } catch (error) {
    // The answer to the commit was lost: the work may be there.
    if (error instanceof DatabaseUnavailable && error.kind === 'outcomeUnknown') notify();
    throw error;
  }
}

/** Runs one writing statement as a transaction, without an audit line; idempotent, for a lost answer. */
export function singleStatementTransaction<Row>(
  { database }: AppContext,
  statement: Prepared<Row>,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  return database.transactAlone(statement, values);
}

/** The acting person, not the impersonated person; `userId` is null for the program and for a visitor. */
export function findAuthor(grant: Grant): Author {
  if (grant.kind === 'machine' || grant.kind === 'machineOnSystem')
    return { userId: null, fullName: grant.name };
  if (!grant.identity) return { userId: null, fullName: '' };
  return grant.identity.actor ?? { userId: grant.identity.userId, fullName: grant.identity.fullName };
}

function rowOf(grant: Grant, line: AuditLine) {
  const actor = line.actor ?? findAuthor(grant);
  const impersonated = line.impersonated ?? (grant.identity?.actor ? grant.identity : null);
  return {
    actor_id: actor.userId,
    actor_name: actor.fullName,
    impersonated_id: impersonated?.userId ?? null,
    impersonated_name: impersonated?.fullName ?? null,
    system_id: line.systemId ?? ('systemId' in grant ? grant.systemId : null),
    action: line.action,
    subject: line.subject,
    detail: JSON.stringify(line.detail ?? {}),
  };
}

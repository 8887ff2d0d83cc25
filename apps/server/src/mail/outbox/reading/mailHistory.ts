import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { failureWords } from '../causes/failureWords.ts';
import { renderSubject } from '../render/renderMail.ts';
import { selectMailHistory } from './mailHistory.queries.ts';

export type MailInHistory = Awaited<ReturnType<typeof listMailHistory>>[number];

/** Whose history, in which systems, and whether with mails of no system. */
export interface HistoryOf {
  readonly userId: number;
  readonly systemIds: TenantScope;
  readonly withReset: boolean;
}

export function purposesOfNone({ systemIds, withReset }: HistoryOf): readonly string[] {
  if (!withReset) return [];
  // The mail of a new account in several systems, or in none, has no system: only super admins see it.
  return systemIds === 'all' ? ['resetPassword', 'newAccount'] : ['resetPassword'];
}

/**
 * The newest mails of these systems to a person, each with its state. `withReset` adds mails of no system:
 * links that the person asked for, and for a super admin the mails of new accounts. Problems are in the
 * reader's language.
 */
export async function listMailHistory(context: AppContext, of: HistoryOf, reader: Language, limit: number) {
  const rows = await selectMailHistory(context.database.read, { ...of, ofNone: purposesOfNone(of) }, limit);
  return rows.map(({ own, shared, lastError, queuedAt, sentAt, plannedFor, dueAt, hasLink, ...row }) => ({
    ...row,
    link: (hasLink && own.secretLink) || own.confirmLink || null,
    queuedAt,
    subject: renderSubject({ ...row, variables: shared }, own, context.config.publicUrl),
    nextTryAt: row.state === 'waiting' ? dueAt : null,
    problem: row.state === 'sent' ? null : failureWords(lastError, reader, row.state === 'waiting'),
    delay: row.state === 'sent' ? failureWords(lastError, reader) : null,
    at: sentAt ?? (row.state === 'planned' ? plannedFor : null) ?? queuedAt,
  }));
}

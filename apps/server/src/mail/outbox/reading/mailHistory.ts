import type { Language } from '@guichet/contract/core/language';
import type { AppContext } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { subjectOf } from '../render/renderMail.ts';
import { failureWords } from '../transport/failureWords.ts';
import { selectMailHistory } from './mailHistory.queries.ts';

export type MailInHistory = Awaited<ReturnType<typeof listMailHistory>>[number];

/**
 * The newest mails to a person of these systems, with what became of them; `withReset`: also those with a link that the
 * person asked for, and to a super admin those of new accounts, which belong to no system. Problems are in the reader's language.
 */
export async function listMailHistory(
  context: AppContext,
  of: { readonly userId: number; readonly systemIds: TenantScope; readonly withReset: boolean },
  reader: Language,
  limit: number,
) {
  // The mail of an account in several systems, or in none, belongs to no system: super admins alone see it.
  const seen = of.systemIds === 'all' ? ['resetPassword', 'newAccount'] : ['resetPassword'];
  const ofNone = of.withReset ? seen : [];
  const rows = await selectMailHistory(context.database.read, { ...of, ofNone }, limit);
  return rows.map(({ own, shared, lastError, queuedAt, sentAt, plannedFor, ...row }) => ({
    ...row,
    subject: subjectOf({ ...row, variables: shared }, own, context.config.publicUrl),
    problem: row.state === 'sent' ? null : failureWords(lastError, reader),
    at: sentAt ?? (row.state === 'planned' ? plannedFor : null) ?? queuedAt,
  }));
}

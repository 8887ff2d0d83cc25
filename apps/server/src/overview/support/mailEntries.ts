import type { LinkTerm } from '@guichet/contract/identity/account';
import type { HistoryEntry } from '@guichet/contract/overview/support';
import type { MailedLink } from '../../identity/account/account.service.ts';
import type { MailInHistory } from '../../mail/outbox/outbox.service.ts';
import { nothing } from './auditEntries.ts';

/** The link that a mail brings, unless the mail did not arrive or will not leave. */
export function findLink({ link, recipient, state }: MailInHistory): MailedLink[] {
  const isLost = state === 'failed' || state === 'bounced' || state === 'cancelled' || state === 'filed';
  return link && !isLost ? [{ link, recipient }] : [];
}

/** `author`: who sent the mail, whose line the entry of the mail replaces. `terms`: how long links work. */
export function entriesOfMail(
  mail: MailInHistory,
  {
    enrolments,
    terms,
    author,
  }: {
    readonly enrolments: readonly { readonly examId: number; readonly title: string }[];
    readonly terms: ReadonlyMap<MailedLink['link'], LinkTerm>;
    readonly author: Pick<HistoryEntry, 'by' | 'isOfOthers'>;
  },
): HistoryEntry[] {
  const { systemId, examId, at, linkOpenedAt, reportedAt } = mail;
  const { id, subject, language, recipient, state, problem, delay, nextTryAt } = mail;
  const exam = enrolments.find((place) => place.examId === examId)?.title ?? null;
  const of = { ...nothing, systemId, exam };
  const [mailed] = findLink(mail);
  const link = (mailed && terms.get(mailed.link)) ?? null;
  const told = { id, subject, language, recipient, state, problem, delay, nextTryAt, link };
  const reported = ({ bounced: 'mailBounced', delayed: 'mailDelayed' } as const)[state as string];
  const entries: HistoryEntry[] =
    reported && reportedAt
      ? [
          // The mail had left before its recipient's mail server reported.
          { ...of, ...author, mail: { ...told, state: 'sent', problem: null }, at, event: 'mailed' },
          { ...of, mail: told, at: reportedAt, event: reported },
        ]
      : [{ ...of, ...author, mail: told, at, event: 'mailed' }];
  return linkOpenedAt ? [...entries, { ...of, mail: told, at: linkOpenedAt, event: 'linkOpened' }] : entries;
}

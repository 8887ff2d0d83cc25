import { useT } from '../../../core/i18n/useT.ts';
import { lacksMail } from '../../../identity/users/list/candidateFilters.ts';
import { StateMark } from '../../../ui/states/StateMark.tsx';
import { examPeopleId } from '../../exam/examHrefs.ts';
import { useShownUsers } from '../configuration/users/useShownUsers.ts';

export interface InvitationLineProps {
  systemId: number;
  examId: number;
  isCancelled: boolean;
}

/** Says whether every candidate has the invitation, with a link to those who do not. */
export function InvitationLine({ systemId, examId, isCancelled }: InvitationLineProps) {
  const t = useT();
  const { data: users = [] } = useShownUsers(systemId, examId, isCancelled);
  const count = users.filter(lacksMail).length;
  if (users.length === 0 || isCancelled) return null;
  if (count === 0)
    return (
      <p className="text-sm">
        <StateMark tone="success">{t('ExamPage.AllInvited', { count: users.length })}</StateMark>
      </p>
    );
  return (
    <a
      href={`?mail=missing#${examPeopleId}`}
      className="inline-block min-h-6 text-sm text-warning-ink underline underline-offset-4 hover:text-accent-ink"
    >
      {t('ExamPage.NotInvited', { count, all: users.length })}
    </a>
  );
}

import type { ExamSummary } from '@guichet/contract/exams/exams.list';
import { listEntrances } from '@guichet/contract/identity/access';
import type { ListedUser } from '@guichet/contract/identity/users';
import { useState } from 'react';
import { query, useQuery } from '../../../../core/call/query.ts';
import { useT } from '../../../../core/i18n/useT.ts';
import { SuperAdmins } from '../../../../identity/access/SuperAdmins.tsx';
import { MailStatesBar } from '../../../../mail/outbox/MailStatesBar.tsx';
import { countMailStates } from '../../../../mail/outbox/mail/mailState.ts';
import { OutgoingNotices } from '../../../../mail/outbox/OutgoingNotices.tsx';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { MailIcon } from '../../../../ui/icons/publicIcons.tsx';
import { candidatesHref } from '../../../exam/examHrefs.ts';
import { mailsHref } from '../../../notices/mailsHref.ts';
import { ExamReminders } from './ExamReminders.tsx';

export interface ExamMailsProps {
  systemId: number;
  examId: number;
  /** Null while it is loading. */
  exam: ExamSummary | null;
  users: readonly ListedUser[];
  isAdmin: boolean;
}

const link =
  'inline-flex min-h-6 cursor-pointer items-center text-accent-ink underline-offset-4 hover:underline';

/** The states of an exam's mails, and its reminders; links to the outbox for readers who may open it. */
export function ExamMails({ systemId, examId, exam, users, isAdmin }: ExamMailsProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  return (
    <div className="flex min-w-0 grow flex-col gap-1.5">
      <span className="sm:hidden">
        <Button icon={MailIcon} aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {t('MailState.Label')}
        </Button>
      </span>
      <div
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-sm lg:flex-nowrap ${isUnfolded ? '' : 'max-sm:hidden'}`}
      >
        <p className="flex flex-wrap items-center gap-x-2 font-medium lg:flex-nowrap lg:whitespace-nowrap">
          {t('MailState.OfPeople')}
        </p>
        <MailStatesBar
          oneLine
          label={t('MailState.OfPeople')}
          counts={countMailStates(users)}
          leadOf={(state) => ({ href: `${candidatesHref(examId)}&mail=${state}` })}
        />
        {isAdmin && (
          <span data-screen-only className="flex gap-x-4 whitespace-nowrap sm:ml-auto">
            <button type="button" className={link} onClick={() => setOpen(true)}>
              {t('Exam.Reminders')}
            </button>
            <a href={mailsHref(systemId, examId)} className={link}>
              {t('Import.FollowMails')}
            </a>
          </span>
        )}
      </div>
      {isAdmin && (
        <ExamReminders
          systemId={systemId}
          exam={isOpen ? exam : null}
          configuration=""
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Says above an exam's candidates why mails are held back; nothing when `ExamMails` says so. */
export function ExamOutgoingStatus() {
  const { data } = useQuery(query(listEntrances));
  return (
    <div className="px-5 pt-3 empty:hidden">
      <OutgoingNotices mayRelease={data?.isSuperAdmin === true} whoMay={<SuperAdmins />} isOfExam />
    </div>
  );
}

import type { ListedUser } from '@guichet/contract/users';
import { useQuery } from '@tanstack/react-query';
import { entrancesOptions } from '../../../features/access/access.api.ts';
import { MailStatesBar } from '../../../features/outbox/MailStatesBar.tsx';
import { countMailStates } from '../../../features/outbox/mail/mailState.ts';
import { WayOutNotices } from '../../../features/outbox/WayOutNotices.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { mailsHref } from '../hrefs.ts';

export interface CohortMailsProps {
  systemId: number;
  cohortId: number;
  users: readonly ListedUser[];
  isAdmin: boolean;
}

/** The states of a cohort's mails, linked to the outbox for readers who may open it. */
export function CohortMails({ systemId, cohortId, users, isAdmin }: CohortMailsProps) {
  const t = useT();
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <p className="flex items-baseline justify-between gap-4 font-medium text-sm">
        {t('MailState.Label')}
        {isAdmin && (
          <a
            href={mailsHref(systemId, cohortId)}
            className="font-normal text-accent-ink underline-offset-4 hover:underline"
          >
            {t('Import.FollowMails')}
          </a>
        )}
      </p>
      <MailStatesBar counts={countMailStates(users)} />
    </div>
  );
}

/** Above a cohort's candidates: why mails are not being sent; nothing when they are. */
export function CohortWayOut() {
  const { data } = useQuery(entrancesOptions());
  return (
    <div className="px-5 pt-4 empty:hidden sm:px-6">
      <WayOutNotices mayRelease={data?.isSuperAdmin === true} />
    </div>
  );
}

import type { Cohort } from '@guichet/contract/cohorts';
import type { ListedUser } from '@guichet/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { entrancesOptions } from '../../../features/access/access.api.ts';
import { MailStatesBar } from '../../../features/outbox/MailStatesBar.tsx';
import { countMailStates } from '../../../features/outbox/mail/mailState.ts';
import { FiledMark, OutgoingNotices } from '../../../features/outbox/OutgoingNotices.tsx';
import { RemindersDialog } from '../../../features/reminders/RemindersDialog.tsx';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { ReminderFacts } from '../../users/MissingFacts.tsx';
import { ReminderMails } from '../../users/ReminderMails.tsx';
import { mailsHref } from '../hrefs.ts';

export interface CohortMailsProps {
  systemId: number;
  cohortId: number;
  /** Null while it is loading. */
  cohort: Cohort | null;
  users: readonly ListedUser[];
  isAdmin: boolean;
}

const link =
  'inline-flex min-h-6 cursor-pointer items-center text-accent-ink underline-offset-4 hover:underline';

/** The states of a cohort's mails, with its reminders, linked to the outbox for readers who may open it. */
export function CohortMails({ systemId, cohortId, cohort, users, isAdmin }: CohortMailsProps) {
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
          {t('MailState.OfPeople')} <FiledMark />
        </p>
        <MailStatesBar oneLine label={t('MailState.OfPeople')} counts={countMailStates(users)} />
        {isAdmin && (
          <span data-screen-only className="flex gap-x-4 whitespace-nowrap sm:ml-auto">
            <button type="button" className={link} onClick={() => setOpen(true)}>
              {t('Cohort.Reminders')}
            </button>
            <a href={mailsHref(systemId, cohortId)} className={link}>
              {t('Import.FollowMails')}
            </a>
          </span>
        )}
      </div>
      {isAdmin && (
        <RemindersDialog
          systemId={systemId}
          cohort={isOpen ? cohort : null}
          configuration=""
          missingFacts={(cohortId) => <ReminderFacts systemId={systemId} cohortId={cohortId} />}
          mails={(cohortId, readers) => (
            <ReminderMails systemId={systemId} cohortId={cohortId} readers={readers} />
          )}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Above a cohort's candidates: why mails are not being sent; nothing when they are, or when `CohortMails` says it. */
export function CohortOutgoingStatus() {
  const { data } = useQuery(entrancesOptions());
  return (
    <div className="px-5 pt-3 empty:hidden">
      <OutgoingNotices mayRelease={data?.isSuperAdmin === true} isMarked />
    </div>
  );
}

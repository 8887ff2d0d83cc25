import {
  downloadCalendar,
  findCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDownload } from '../../../core/call/bodies/useDownload.ts';
import { query, useCall } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/useTellFailure.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { AskCall } from '../../../core/parts/asking/AskCall.tsx';
import { useSession } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { CalendarIcon, DownloadIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { FeedAddress } from './FeedAddress.tsx';

/** The calendar of all exams: a file to download, and the secret address that a calendar program follows. */
export function OwnCalendar() {
  const t = useT();
  const tellFailure = useTellFailure();
  const isImpersonating = useSession((session) => session.isImpersonating);
  const file = useDownload(downloadCalendar);

  function downloadAll() {
    file.mutate({}, { onError: tellFailure });
  }

  return (
    <Card
      title={t('MyCalendar.Title')}
      actions={
        <SmallButton icon={DownloadIcon} onClick={downloadAll} busy={file.isPending}>
          {t('MyCalendar.DownloadAll')}
        </SmallButton>
      }
    >
      {isImpersonating ? <p className="text-muted">{t('MyCalendar.NotYours')}</p> : <Feed />}
    </Card>
  );
}

function Feed() {
  const t = useT();
  const feed = useQuery(query(findCalendarFeed));
  const renew = useCall(renewCalendarFeed);
  const tellFailure = useTellFailure();
  const [asked, ask] = useState<'renew' | 'revoke' | null>(null);

  function make() {
    renew.mutate(undefined, {
      onError: tellFailure,
    });
  }

  return (
    <Loaded query={feed} lines={2}>
      {({ address, since }) =>
        address && since ? (
          <>
            <FeedAddress
              address={address}
              since={since}
              onRenew={() => ask('renew')}
              onRevoke={() => ask('revoke')}
            />
            <FeedQuestions asked={asked} onClose={() => ask(null)} />
          </>
        ) : (
          <div className="flex flex-col items-start gap-3">
            <p className="max-w-prose text-muted">{t('MyCalendar.None')}</p>
            <Button
              icon={CalendarIcon}
              onClick={make}
              busy={renew.isPending}
              busyLabel={t('MyCalendar.MakeBusy')}
            >
              {t('MyCalendar.Make')}
            </Button>
          </div>
        )
      }
    </Loaded>
  );
}

/** The questions before a renewal or a revocation; both make the present address useless in every program. */
function FeedQuestions({ asked, onClose }: { asked: 'renew' | 'revoke' | null; onClose: () => void }) {
  const t = useT();
  return (
    <>
      <AskCall
        call={useCall(renewCalendarFeed)}
        open={asked === 'renew'}
        title={t('MyCalendar.Renew')}
        messages={[t('MyCalendar.Renew.Question')]}
        confirmLabel={t('MyCalendar.Renew')}
        cancelLabel={t('Dialog.Cancel')}
        input={undefined}
        done={t('MyCalendar.Renewed')}
        onClose={onClose}
      />
      <AskCall
        call={useCall(revokeCalendarFeed)}
        open={asked === 'revoke'}
        title={t('MyCalendar.Revoke')}
        messages={[t('MyCalendar.Revoke.Question')]}
        confirmLabel={t('MyCalendar.Revoke')}
        cancelLabel={t('Dialog.Cancel')}
        input={undefined}
        done={t('MyCalendar.Revoked')}
        onClose={onClose}
      />
    </>
  );
}

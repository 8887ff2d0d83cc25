import {
  downloadCalendar,
  findCalendarFeed,
  renewCalendarFeed,
  revokeCalendarFeed,
} from '@guichet/contract/exams/candidate.calendar';
import { useRef, useState } from 'react';
import { useDownload } from '../../../core/call/bodies/download.ts';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import { useCopy } from '../../../core/parts/forms/useCopy.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { CalendarIcon, CopyIcon, DownloadIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';

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
  const [asked, ask] = useState<'Renew' | 'Revoke' | null>(null);

  function make() {
    renew.mutate(undefined, { onError: tellFailure });
  }

  return (
    <Loaded query={feed} lines={2}>
      {({ address, since }) =>
        address && since ? (
          <>
            <FeedAddress
              address={address}
              since={since}
              onRenew={() => ask('Renew')}
              onRevoke={() => ask('Revoke')}
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
function FeedQuestions({ asked, onClose }: { asked: 'Renew' | 'Revoke' | null; onClose: () => void }) {
  const t = useT();
  const calls = { Renew: useCall(renewCalendarFeed), Revoke: useCall(revokeCalendarFeed) };
  const done = { Renew: t('MyCalendar.Renewed'), Revoke: t('MyCalendar.Revoked') };
  return (['Renew', 'Revoke'] as const).map((act) => (
    <AskCall
      key={act}
      call={calls[act]}
      open={asked === act}
      title={t(`MyCalendar.${act}`)}
      messages={[t(`MyCalendar.${act}.Question`)]}
      confirmLabel={t(`MyCalendar.${act}`)}
      cancelLabel={t('Dialog.Cancel')}
      input={undefined}
      done={done[act]}
      onClose={onClose}
    />
  ));
}

interface FeedAddressProps {
  address: string;
  since: Date;
  onRenew: () => void;
  onRevoke: () => void;
}

/** The secret address of the calendar feed, with buttons to open, copy, renew and revoke. */
function FeedAddress({ address, since, onRenew, onRevoke }: FeedAddressProps) {
  const { t, longDateTime } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const copyShown = useCopy(field);

  async function copy() {
    if (await copyShown(address)) showToast({ tone: 'success', text: t('MyCalendar.Copied') });
  }

  return (
    <div className="flex flex-col gap-4">
      <TextField
        ref={field}
        label={t('MyCalendar.Address')}
        hint={t('MyCalendar.Secret', { since: longDateTime(since) })}
        value={address}
        readOnly
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={address.replace(/^https?:/, 'webcal:')} icon={CalendarIcon}>
          {t('MyCalendar.Subscribe')}
        </ButtonLink>
        {/* Absent on a page without HTTPS; the text of the field can still be copied by hand. */}
        {navigator.clipboard && (
          <Button icon={CopyIcon} onClick={() => void copy()}>
            {t('MyCalendar.Copy')}
          </Button>
        )}
        <Button variant="quiet" onClick={onRenew}>
          {t('MyCalendar.Renew')}
        </Button>
        <Button variant="quiet" onClick={onRevoke}>
          {t('MyCalendar.Revoke')}
        </Button>
      </div>
    </div>
  );
}

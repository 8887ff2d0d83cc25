import { type OutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import { type ReactNode, useState } from 'react';
import { useCall, useQuery } from '../../core/call/query.ts';
import { useFormats, useLanguage, useT } from '../../core/i18n/formats.ts';
import { AskCall } from '../../core/parts/asking/AskCall.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { RefusedNotice } from './mail/RefusedNotice.tsx';
import { UnsentNotice } from './mail/UnsentNotice.tsx';
import { outgoingStatusOptions } from './outbox.api.ts';

export interface OutgoingNoticesProps {
  mayRelease: boolean;
  /** Names those who may release. */
  whoMay: ReactNode;
  /** Above the mails of an exam, whose states say that they were filed. */
  isOfExam?: boolean;
}

/**
 * Notices above a list: mails are held since a restore, mails cannot be sent (with the reason), mails are refused
 * because of the portal, mails were never sent, or no mail ever leaves. Renders nothing otherwise.
 */
export function OutgoingNotices({ mayRelease, whoMay, isOfExam = false }: OutgoingNoticesProps) {
  const t = useT();
  const { longDateTime } = useFormats();
  const { data } = useQuery(outgoingStatusOptions(useLanguage()));
  const [isAsking, setIsAsking] = useState(false);
  const { held = null, trouble = null, refused = null } = data ?? {};
  const { unsent = 0, isFiled = false } = isOfExam ? {} : (data ?? {});
  if (!held && !trouble && !refused && unsent === 0 && !isFiled && !isAsking) return null;

  return (
    <div className="flex flex-col gap-3">
      {held && (
        <Notice
          tone="warning"
          title={t('Outgoing.Held.Title')}
          action={
            mayRelease && <SmallButton onClick={() => setIsAsking(true)}>{t('Outgoing.Release')}</SmallButton>
          }
        >
          {t('Outgoing.Held', { since: longDateTime(held.since), madeAt: longDateTime(held.backupMadeAt) })}{' '}
          {mayRelease ? (
            <a href="/outbox?state=queued" className="underline underline-offset-4">
              {t('Outgoing.Held.Mails', { count: held.mails })}
            </a>
          ) : (
            t('Outgoing.Held.Mails', { count: held.mails })
          )}{' '}
          {t(mayRelease ? 'Outgoing.Held.Copy' : 'Outgoing.Held.Ask')}
          {!mayRelease && whoMay}
        </Notice>
      )}
      {trouble && !held && (
        <Notice tone="danger" title={t('Outgoing.Trouble', { since: longDateTime(trouble.since) })}>
          {trouble.reason} {t('Outgoing.Trouble.Kept')}
        </Notice>
      )}
      {refused && <RefusedNotice refused={refused} />}
      {unsent > 0 && <UnsentNotice unsent={unsent} />}
      {isFiled && <Notice>{t('Outgoing.Filed')}</Notice>}
      <ReleaseDialog held={isAsking ? held : null} onClose={() => setIsAsking(false)} />
    </div>
  );
}

/** Confirms that a restored installation may send mails; a copy would send them a second time. */
function ReleaseDialog({ held, onClose }: { held: OutgoingStatus['held']; onClose: () => void }) {
  const t = useT();
  const { longDateTime } = useFormats();
  const asked = useLastGiven(held);

  return (
    <AskCall
      call={useCall(releaseOutgoing)}
      open={held !== null}
      title={t('Outgoing.Release.Title')}
      messages={[
        <div key="question" className="flex flex-col gap-3">
          <p>{t('Outgoing.Release.Question', { count: asked?.mails ?? 0 })}</p>
          <p className="text-muted">
            {t('Outgoing.Release.Consequences', { madeAt: asked ? longDateTime(asked.backupMadeAt) : '' })}
          </p>
        </div>,
      ]}
      confirmLabel={t('Outgoing.Release.Submit')}
      busyLabel={t('Outgoing.Release.Busy')}
      input={undefined}
      done={t('Outgoing.Release.Done')}
      onClose={onClose}
    />
  );
}

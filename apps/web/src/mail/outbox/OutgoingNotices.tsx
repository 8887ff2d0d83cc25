import { listMails } from '@guichet/contract/mail/outbox';
import { type OutgoingStatus, releaseOutgoing } from '@guichet/contract/mail/outbox.status';
import { type ReactNode, useState } from 'react';
import { query, useCall, useQuery } from '../../core/call/query.ts';
import { useLanguage, useTexts } from '../../core/i18n/formats.ts';
import { AskCall, Question } from '../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../core/timing/useLastGiven.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { MailIcon, RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { useRetryListed } from './mail/retrying.ts';
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
  const { t, longDateTime } = useTexts();
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
          {trouble.reason} {t('Outgoing.Trouble.Kept', { count: trouble.mails })}
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
  const { t, longDateTime } = useTexts();
  const asked = useLastGiven(held);

  return (
    <AskCall
      call={useCall(releaseOutgoing)}
      open={held !== null}
      title={t('Outgoing.Release.Title')}
      confirmLabel={t('Outgoing.Release.Submit')}
      busyLabel={t('Outgoing.Release.Busy')}
      input={undefined}
      done={t('Outgoing.Release.Done')}
      onClose={onClose}
    >
      <p>{t('Outgoing.Release.Question', { count: asked?.mails ?? 0 })}</p>
      <p className="text-muted">
        {t('Outgoing.Release.Consequences', { madeAt: asked ? longDateTime(asked.backupMadeAt) : '' })}
      </p>
    </AskCall>
  );
}

/** Says that mails are refused because of the portal, with the newest words, and sends all of them again. */
function RefusedNotice({ refused }: { refused: NonNullable<OutgoingStatus['refused']> }) {
  const { t, longDateTime } = useTexts();
  const { isPending, sendAgain } = useRetryListed({ senderFault: true });

  return (
    <Notice
      tone="danger"
      title={t('Outgoing.Refused', { count: refused.mails })}
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SmallButton icon={RefreshIcon} busy={isPending} onClick={() => sendAgain()}>
            {t('Outgoing.Refused.Retry')}
          </SmallButton>
          <a href="/outbox?only=refused" className="text-ink underline underline-offset-4">
            {t('Outgoing.Refused.List')}
          </a>
        </span>
      }
    >
      {t('Outgoing.Refused.Since', { since: longDateTime(refused.since) })} {refused.reason}
    </Notice>
  );
}

const mostNamed = 10;

/** Says that mails of use were never sent, for want of a mail server, and sends them after a question that names them. */
function UnsentNotice({ unsent }: { unsent: number }) {
  const { t, list } = useTexts();
  const [isAsking, setAsking] = useState(false);
  const listed = { query: { unsent: true, pageSize: mostNamed } };
  const { data } = useQuery({ ...query(listMails, listed), enabled: isAsking });
  const { isPending, sendAgain } = useRetryListed({ unsent: true });
  const named = (data?.mails ?? []).map(
    ({ recipientName, recipient, subject }) => `${recipientName || recipient} (${subject})`,
  );
  const more = unsent - named.length;

  return (
    <Notice
      tone="warning"
      title={t('Outgoing.Unsent', { count: unsent })}
      action={
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <SmallButton icon={MailIcon} onClick={() => setAsking(true)}>
            {t('Outgoing.Unsent.Send')}
          </SmallButton>
          <a href="/outbox?only=unsent" className="text-ink underline underline-offset-4">
            {t('Outgoing.Refused.List')}
          </a>
        </span>
      }
    >
      {t('Outgoing.Unsent.Why')}
      <Question
        open={isAsking}
        tone="primary"
        title={t('Outgoing.Unsent.Title', { count: unsent })}
        messages={[list(more > 0 && data ? [...named, t('Outgoing.Unsent.More', { count: more })] : named)]}
        below={<p className="text-muted text-sm">{t('Outgoing.Unsent.Links')}</p>}
        confirmLabel={t('Outgoing.Unsent.Confirm')}
        busy={isPending || !data}
        onConfirm={() => sendAgain(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </Notice>
  );
}

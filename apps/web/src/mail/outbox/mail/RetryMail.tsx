import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { type getMail, type ListedMail, retryableStates, retryMail } from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import { useCall } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { AskCall, Question } from '../../../core/parts/asking/Question.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { RefreshIcon } from '../../../ui/icons/moreIcons.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useRetryMails, useSayLeaving } from '../outbox.api.ts';

export interface RetryMailProps {
  mail: Pick<ListedMail, 'id' | 'state' | 'recipient' | 'recipientName'> &
    Partial<Pick<ListedMail, 'userId' | 'lastError' | 'maySendAgain' | 'isToUnknownAddress'>>;
  look: 'icon' | 'button';
  /** The person's present address, given when the text is to name where the mail goes. */
  to?: string;
  /** Opens the correction of the address; given where a mail to an unknown address is sent again after a question. */
  onCorrect?: () => void;
}

const retryable: readonly ListedMail['state'][] = retryableStates;

export function isRetryable({ state }: Pick<ListedMail, 'state'>): boolean {
  return retryable.includes(state);
}

/** Whether a mail can be selected for another sending; includes arrived mails that may be sent again. */
export function isSelectable(mail: Pick<ListedMail, 'state' | 'maySendAgain'>): boolean {
  return isRetryable(mail) || (mail.maySendAgain && mail.state !== 'cancelled');
}

/** Whether a mail that has never left, since it was cancelled or filed, may leave after all. */
function isRevivable({ state, maySendAgain }: RetryMailProps['mail']): boolean {
  return (state === 'cancelled' || state === 'filed') && maySendAgain === true;
}

/** Makes a failed, waiting, planned, filed or cancelled mail due now, and sends a bounced mail again. */
export function RetryMail({ mail, look, to, onCorrect }: RetryMailProps) {
  const t = useT();
  const [isAsking, setAsking] = useState(false);
  const sayLeaving = useSayLeaving();
  // Has never left, nor been tried.
  const isNew = mail.state === 'planned' || isRevivable(mail);
  const { isPending, sendAgain } = useSendAgain(mail.id, {
    done: isNew ? sayLeaving(1, t('Mail.SendNow.Done')) : retryDone(t, to),
  });
  if (!isRetryable(mail) && !isRevivable(mail)) return null;

  if (look === 'button') {
    return (
      <SmallButton icon={RefreshIcon} busy={isPending} onClick={() => sendAgain()}>
        {isNew ? t('Mail.SendNow') : to === undefined ? t('Mail.Retry') : t('Mail.Retry.To', { email: to })}
      </SmallButton>
    );
  }
  const isAsked = mail.isToUnknownAddress && onCorrect !== undefined;
  const close = () => setAsking(false);
  return (
    <>
      <IconButton
        size="sm"
        tone="accent"
        icon={RefreshIcon}
        busy={isPending}
        label={t(isNew ? 'Mail.SendNow.For' : 'Mail.Retry.For', {
          name: mail.recipientName || mail.recipient,
        })}
        onClick={isAsked ? () => setAsking(true) : () => sendAgain()}
      />
      {isAsked && (
        <Question
          open={isAsking}
          title={t('Mail.Retry.Unknown', { email: mail.recipient })}
          confirmLabel={t('UserInfo.Undelivered.Correct')}
          isRefused={mail.userId === null}
          busy={isPending}
          below={
            <div>
              <SmallButton icon={RefreshIcon} busy={isPending} onClick={() => sendAgain(close)}>
                {t('Mail.Retry.Anyway')}
              </SmallButton>
            </div>
          }
          onConfirm={() => {
            close();
            onCorrect();
          }}
          onClose={close}
        >
          {mail.lastError}
        </Question>
      )}
    </>
  );
}

interface MailAgainProps {
  mail: Pick<ListedMail, 'id' | 'state' | 'recipient' | 'recipientName' | 'sentAt' | 'maySendAgain'> & {
    account: ReplyOf<typeof getMail>['account'];
  };
}

/** Sends an arrived mail once more, after a question, since a person who gets a mail twice may wonder. */
export function MailAgain({ mail }: MailAgainProps) {
  const { id, recipient, recipientName, sentAt, account } = mail;
  const maySendAgain = mail.maySendAgain && !isRevivable(mail);
  const { t, longDateTime } = useTexts();
  const retry = useCall(retryMail);
  const [isAsking, setAsking] = useState(false);
  const name = recipientName || recipient;
  const text = t('Mail.Again.Text', { name, when: sentAt ? longDateTime(sentAt) : '–' });
  // The question stays until it is answered, even when the mail is read again meanwhile.
  if (!maySendAgain && !isAsking) return null;
  return (
    <div>
      <SmallButton icon={RefreshIcon} onClick={() => setAsking(true)}>
        {t('Mail.Again')}
      </SmallButton>
      <AskCall
        call={retry}
        tone="primary"
        open={isAsking}
        title={t('Mail.Again.Title')}
        messages={[account === 'open' ? `${text} ${t('Mail.Again.Account')}` : text]}
        confirmLabel={t('Mail.Again.Confirm')}
        input={{ params: { mailId: id } }}
        done={t('Mail.Retry.Done')}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

interface ResendMailsProps {
  mailIds: readonly number[];
  email: string;
  onDone: () => void;
}

/** Sends a person's mails again to the corrected address, all at once. */
export function ResendMails({ mailIds, email, onDone }: ResendMailsProps) {
  const t = useT();
  const tellFailure = useTellFailure();
  const { retry } = useRetryMails();
  const count = mailIds.length;

  function sendAgain() {
    const asked = { mailIds, alsoSent: false };
    retry.mutate(asked, {
      onSuccess({ again, left, failure }) {
        if (failure) return tellFailure(failure);
        if (again > 0)
          showToast({ tone: 'success', text: t('Mail.Retry.DoneAllTo', { count: again, email }) });
        if (left > 0) showToast({ tone: 'danger', text: t('Mail.RetryChosen.Left', { count: left }) });
        onDone();
      },
    });
  }

  return (
    <Button variant="primary" icon={RefreshIcon} busy={retry.isPending} onClick={sendAgain}>
      {t('Mail.Retry.AllTo', { count, email })}
    </Button>
  );
}

function retryDone(t: ReturnType<typeof useT>, email: string | undefined): string {
  return email === undefined ? t('Mail.Retry.Done') : t('Mail.Retry.DoneTo', { email });
}

function useSendAgain(mailId: number, { done }: { done: string }) {
  const tellFailure = useTellFailure();
  const retry = useCall(retryMail);
  function sendAgain(onSettled: () => void = () => undefined) {
    const onSuccess = () => showToast({ tone: 'success', text: done });
    retry.mutate({ params: { mailId } }, { onSuccess, onError: tellFailure, onSettled });
  }
  return { isPending: retry.isPending, sendAgain };
}

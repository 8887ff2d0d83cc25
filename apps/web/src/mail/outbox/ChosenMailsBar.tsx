import {
  type ListedMail,
  listRetryable,
  retryableMaxMails,
  retryableStates,
  retryMaxMails,
} from '@guichet/contract/mail/outbox';
import { useState } from 'react';
import type { ValuesOf } from '../../core/address/useAddress.ts';
import { useCall } from '../../core/call/query.ts';
import { useTellFailure } from '../../core/forms/formFaults.tsx';
import { useTexts } from '../../core/i18n/formats.ts';
import { Question } from '../../core/parts/asking/Question.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { ProgressBar } from '../../ui/states/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import type { ChosenMails } from './chosenMails.ts';
import type { MailCounts } from './mail/mailState.ts';
import { useTellRetried } from './mail/retrying.ts';
import { type Retried, useRetryMails } from './outbox.api.ts';
import { type outboxParams, toMailMatch } from './outboxParams.ts';

export interface ChosenMailsBarProps {
  chosen: ChosenMails;
  filter: ValuesOf<typeof outboxParams>;
  /** The number of mails by state on all pages. */
  states: MailCounts;
  onChange: (chosen: ChosenMails) => void;
}

/** Sends the selected mails again, after a question that counts them; renders nothing without a selection. */
export function ChosenMailsBar({ chosen, filter, states, onChange }: ChosenMailsBarProps) {
  const { t, number } = useTexts();
  const { retry, asked } = useRetryMails();
  const listing = useCall(listRetryable);
  const tellFailure = useTellFailure();
  const tellRetried = useTellRetried();
  const [isAsked, ask] = useState(false);
  if (chosen.size === 0) return null;
  const count = chosen.size;
  const sent = [...chosen.values()].filter(({ isSent }) => isSent).length;
  const ofAllPages = countRetryable(states, filter.state);
  const isOfSent = filter.state === null || filter.state === 'sent';
  const isLong = retry.isPending && count > retryMaxMails;

  function chooseAll() {
    const onSuccess = (ids: readonly number[]) => onChange(new Map(ids.map((id) => [id, { isSent: false }])));
    listing.mutate({ query: toMailMatch(filter) }, { onSuccess, onError: tellFailure });
  }

  function chooseSent() {
    const onSuccess = (ids: readonly number[]) => {
      onChange(new Map([...chosen, ...ids.map((id) => [id, { isSent: true }] as const)]));
      if (ids.length === 0) showToast({ tone: 'info', text: t('Mail.Chosen.NoneSent') });
    };
    listing.mutate({ query: { ...toMailMatch(filter), sent: true } }, { onSuccess, onError: tellFailure });
  }

  function sendAgain() {
    const mailIds = [...chosen.keys()];
    const onSuccess = (retried: Retried) => {
      // Mails that were not asked for stay selected.
      onChange(new Map([...chosen].slice(retried.asked)));
      ask(false);
      tellRetried(retried);
    };
    retry.mutate({ mailIds, alsoSent: sent > 0 }, { onSuccess });
  }

  return (
    <div
      data-screen-only
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-accent-soft px-5 py-3 sm:px-6"
    >
      <p role="status" className="font-medium text-accent-ink">
        {t('Mail.Chosen', { count })}
      </p>
      <span className="flex flex-wrap gap-2">
        <SmallButton icon={RefreshIcon} onClick={() => ask(true)}>
          {t('Mail.RetryChosen')}
        </SmallButton>
        {/* The button stays when all mails are selected, so that nothing moves under the pointer. */}
        {filter.state !== 'sent' && (
          <SmallButton
            variant="quiet"
            busy={listing.isPending}
            disabled={ofAllPages <= count - sent}
            onClick={chooseAll}
          >
            {t('Mail.Chosen.All', { total: number(ofAllPages) })}
          </SmallButton>
        )}
        {isOfSent && (states.sent ?? 0) > 0 && (
          <SmallButton variant="quiet" busy={listing.isPending} onClick={chooseSent}>
            {t(filter.state === 'sent' ? 'Mail.Chosen.AllSent' : 'Mail.Chosen.AlsoSent')}
          </SmallButton>
        )}
        <SmallButton variant="quiet" onClick={() => onChange(new Map())}>
          {t('Users.Chosen.Clear')}
        </SmallButton>
      </span>
      <Question
        open={isAsked}
        title={t('Mail.Retry')}
        progress={
          isLong && (
            <ProgressBar
              label={t('Mail.RetryChosen.Busy')}
              value={asked}
              max={count}
              valueText={t('Mail.RetryChosen.Asked', { asked: number(asked), total: number(count) })}
            />
          )
        }
        busy={retry.isPending}
        onConfirm={sendAgain}
        onClose={() => ask(false)}
      >
        <p>{t('Mail.RetryChosen.Question', { count })}</p>
        {sent > 0 && <p>{t('Mail.RetryChosen.Twice', { count: sent })}</p>}
      </Question>
    </div>
  );
}

function countRetryable(states: MailCounts, state: ListedMail['state'] | null): number {
  const shown = retryableStates.filter((one) => state === null || one === state);
  const count = shown.reduce((sum, one) => sum + (states[one] ?? 0), 0);
  return Math.min(count, retryableMaxMails);
}

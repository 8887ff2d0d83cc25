import { type ListedMail, retryableMaxMails, retryableStates, retryMaxMails } from '@guichet/contract/outbox';
import { useState } from 'react';
import type { ValuesOf } from '../../platform/address/params.ts';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { ProgressBar } from '../../ui/states/ProgressBar.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import type { MailCounts } from './mail/mailState.ts';
import { isRetryable } from './mail/RetryMail.tsx';
import { useListRetryable, useRetryMails } from './outbox.api.ts';
import { matchOf, type outboxParams } from './outboxParams.ts';

export interface ChosenMailsProps {
  chosen: ReadonlySet<number>;
  filter: ValuesOf<typeof outboxParams>;
  /** The number of mails by state on all pages. */
  states: MailCounts;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** Sends the selected mails again, after a question that counts them; renders nothing when none is selected. */
export function ChosenMails({ chosen, filter, states, onChange }: ChosenMailsProps) {
  const t = useT();
  const { number } = useFormats();
  const failureText = useFailureText();
  const { retry, asked } = useRetryMails();
  const listing = useListRetryable();
  const [isAsked, ask] = useState(false);
  if (chosen.size === 0) return null;
  const count = chosen.size;
  const ofAllPages = countRetryable(states, filter.state);
  const isLong = retry.isPending && count > retryMaxMails;
  const fail = (failure: unknown) => showToast({ tone: 'danger', text: failureText(failure) });

  const chooseAll = () =>
    listing.mutate(matchOf(filter), { onSuccess: (mailIds) => onChange(new Set(mailIds)), onError: fail });

  function sendAgain() {
    const mailIds = [...chosen];
    retry.mutate(mailIds, {
      onSuccess({ again, left, asked: done, failure }) {
        const told = [
          again > 0 && t('Mail.RetryChosen.Done', { count: again }),
          left > 0 && t('Mail.RetryChosen.Left', { count: left }),
        ].filter(Boolean);
        if (told.length > 0) showToast({ tone: left > 0 ? 'info' : 'success', text: told.join(' ') });
        // The others stay selected.
        onChange(new Set(mailIds.slice(done)));
        ask(false);
        if (failure) fail(failure);
      },
    });
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
        <Button size="sm" icon={RefreshIcon} onClick={() => ask(true)}>
          {t('Mail.RetryChosen')}
        </Button>
        {/* Stays when all are selected, so that nothing moves under the pointer. */}
        <Button
          size="sm"
          variant="quiet"
          busy={listing.isPending}
          disabled={ofAllPages <= count}
          onClick={chooseAll}
        >
          {t('Mail.Chosen.All', { total: number(ofAllPages) })}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => onChange(new Set())}>
          {t('Users.Chosen.Clear')}
        </Button>
      </span>
      <ConfirmDialog
        open={isAsked}
        title={t('Mail.Retry')}
        messages={[t('Mail.RetryChosen.Question', { count })]}
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
        confirmLabel={t('Dialog.Yes')}
        cancelLabel={t('Dialog.No')}
        closeLabel={t('Dialog.Close')}
        busy={retry.isPending}
        onConfirm={sendAgain}
        onClose={() => ask(false)}
      />
    </div>
  );
}

function countRetryable(states: MailCounts, state: ListedMail['state'] | null): number {
  const shown = retryableStates.filter((one) => state === null || one === state);
  const count = shown.reduce((sum, one) => sum + (states[one] ?? 0), 0);
  return Math.min(count, retryableMaxMails);
}

/** The mails that are selected: kept from page to page, cleared when the filters change. */
export function useChosenMails(listKey: string) {
  const [kept, keep] = useState({ listKey, ids: none });
  const chosen = kept.listKey === listKey ? kept.ids : none;

  function choose(mails: readonly ListedMail[], isChosen: boolean) {
    const ids = new Set(chosen);
    for (const mail of mails.filter(isRetryable)) {
      if (isChosen) ids.add(mail.id);
      else ids.delete(mail.id);
    }
    keep({ listKey, ids });
  }

  return { chosen, choose, set: (ids: ReadonlySet<number>) => keep({ listKey, ids }) };
}

const none: ReadonlySet<number> = new Set();

import { type ListedMail, retryMaxMails } from '@guichet/contract/outbox';
import { useState } from 'react';
import { useFailureText } from '../../platform/forms/useFailureText.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { ConfirmDialog } from '../../ui/aria/ConfirmDialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { RefreshIcon } from '../../ui/icons/moreIcons.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { isRetryable } from './mail/RetryMail.tsx';
import { useRetryMails } from './outbox.api.ts';

export interface ChosenMailsProps {
  chosen: ReadonlySet<number>;
  onClear: () => void;
}

/** Sends the selected mails again, after a question that counts them; renders nothing when none is selected. */
export function ChosenMails({ chosen, onClear }: ChosenMailsProps) {
  const t = useT();
  const failureText = useFailureText();
  const retry = useRetryMails();
  const [isAsked, ask] = useState(false);
  if (chosen.size === 0) return null;
  const count = chosen.size;
  const tooMany = count > retryMaxMails;

  function sendAgain() {
    retry.mutate([...chosen], {
      onSuccess: ({ again, left }) => {
        const told = [
          again > 0 && t('Mail.RetryChosen.Done', { count: again }),
          left > 0 && t('Mail.RetryChosen.Left', { count: left }),
        ];
        showToast({ tone: left > 0 ? 'info' : 'success', text: told.filter(Boolean).join(' ') });
        onClear();
      },
      onError: (failure) => {
        ask(false);
        showToast({ tone: 'danger', text: failureText(failure) });
      },
    });
  }

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-accent-soft px-5 py-3 sm:px-6">
      <p role="status" className="font-medium text-accent-ink">
        {tooMany ? t('Mail.Chosen.TooMany', { count, max: retryMaxMails }) : t('Mail.Chosen', { count })}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button size="sm" icon={RefreshIcon} disabled={tooMany} onClick={() => ask(true)}>
          {t('Mail.RetryChosen')}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClear}>
          {t('Users.Chosen.Clear')}
        </Button>
      </span>
      <ConfirmDialog
        open={isAsked}
        title={t('Mail.Retry')}
        messages={[t('Mail.RetryChosen.Question', { count })]}
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

  return { chosen, choose, clear: () => keep({ listKey, ids: none }) };
}

const none: ReadonlySet<number> = new Set();

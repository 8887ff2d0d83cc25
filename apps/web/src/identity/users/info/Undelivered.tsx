import type { UserInfo } from '@guichet/contract/identity/users.changes';
import type { ReactNode } from 'react';
import { useFormats, useT } from '../../../core/i18n/formats.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

interface UndeliveredProps {
  mail: NonNullable<UserInfo['undelivered']>;
  /** Opens the correction of the person; null when the reader may not correct them. */
  onCorrect: (() => void) | null;
  /** The button that sends the mail again; null without one. */
  resend: ReactNode;
}

/** Says that the latest mail did not arrive and why; asks for a new address unless the sender errs. */
export function Undelivered({ mail, onCorrect, resend }: UndeliveredProps) {
  const t = useT();
  const { longDateTime } = useFormats();
  const { state, subject, recipient: email, reason, at, isSenderFault } = mail;
  return (
    <Notice
      tone={state === 'delayed' ? 'warning' : 'danger'}
      title={t(`UserInfo.Undelivered.${state}`, { subject, email })}
      action={
        state !== 'delayed' &&
        onCorrect && (
          <span className="flex flex-wrap gap-2">
            {!isSenderFault && (
              <SmallButton onClick={onCorrect}>{t('UserInfo.Undelivered.Correct')}</SmallButton>
            )}
            {resend}
          </span>
        )
      }
    >
      {[reason, longDateTime(at)].filter(Boolean).join('\n')}
    </Notice>
  );
}

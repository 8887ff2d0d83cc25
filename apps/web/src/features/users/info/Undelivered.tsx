import type { UserInfo } from '@guichet/contract/users.changes';
import type { ReactNode } from 'react';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Notice } from '../../../ui/states/Notice.tsx';

interface UndeliveredProps {
  mail: NonNullable<UserInfo['undelivered']>;
  /** The button that sends it again; null without one. */
  resend: ReactNode;
}

/** The latest mail to a person did not arrive: which one, where, when and why. */
export function Undelivered({ mail, resend }: UndeliveredProps) {
  const t = useT();
  const { dateTime } = useFormats();
  const { state, subject, recipient: email, reason, at } = mail;
  return (
    <Notice
      tone={state === 'delayed' ? 'warning' : 'danger'}
      title={t(`UserInfo.Undelivered.${state}`, { subject, email })}
      action={state !== 'delayed' && resend}
    >
      {[reason, dateTime(at)].filter(Boolean).join('\n')}
    </Notice>
  );
}

import { useFormats, useT } from '../../core/i18n/formats.ts';
import { ConfirmCall, type ConfirmCallProps } from '../../core/parts/asking/ConfirmCall.tsx';

export interface UnknownAddressQuestionProps
  extends Pick<ConfirmCallProps, 'call' | 'open' | 'onConfirm' | 'onClose'> {
  email: string;
  /** When a mail server said that the address does not exist. */
  since: Date;
}

/** Asks before a mail goes to an address that is known not to exist. */
export function UnknownAddressQuestion({ email, since, ...question }: UnknownAddressQuestionProps) {
  const t = useT();
  const { longDateTime } = useFormats();
  return (
    <ConfirmCall
      {...question}
      tone="primary"
      title={t('Support.Unknown.Title')}
      messages={[t('Support.Unknown.Text', { email, when: longDateTime(since) })]}
      confirmLabel={t('Support.Unknown.Confirm')}
      cancelLabel={t('Dialog.Cancel')}
    />
  );
}

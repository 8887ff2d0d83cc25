import type { LinkTerm } from '@guichet/contract/identity/account';
import { useFormats, useT } from '../../core/i18n/formats.ts';

/** Until when the link of a mail works, or that it does not work any more. */
export function MailLink({ term: { state, until, lastDay } }: { term: LinkTerm }) {
  const t = useT();
  const { longDay, longDateTime } = useFormats();
  const time = lastDay ? longDay(lastDay) : until && longDateTime(until);
  const words = {
    good: time
      ? t(lastDay ? 'Support.MailLink.Through' : 'Support.MailLink.Until', { time })
      : t('Support.MailLink.Open'),
    used: t('Support.MailLink.Used'),
    over: time ? t('Support.MailLink.Since', { time }) : t('Support.MailLink.Over'),
  };
  return <span className="block text-muted text-sm">{words[state]}</span>;
}

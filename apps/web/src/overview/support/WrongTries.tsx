import type { PersonHistory } from '@guichet/contract/overview/support';
import { useFormats } from '../../core/i18n/formats.ts';
import { useT } from '../../core/i18n/useT.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** Says how often a person has failed to sign in, and until when they have to wait. */
export function WrongTries({ count, waitUntil }: NonNullable<PersonHistory['wrongTries']>) {
  const t = useT();
  const { longDateTime } = useFormats();
  return (
    <Notice tone="warning" title={t('Support.WrongTries', { count })}>
      {waitUntil && t('Support.WrongTries.Wait', { when: longDateTime(waitUntil) })}
    </Notice>
  );
}

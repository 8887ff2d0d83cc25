import type { PlatformHealth } from '@guichet/contract/learning.health';
import { useFormats } from '../../platform/i18n/formats.ts';
import { useT } from '../../platform/i18n/useT.ts';

/** The platform's last answer verbatim, the number of tries, and the time of the next one. */
export function PlatformReason({ fact }: { fact: PlatformHealth['course'] }) {
  const t = useT();
  const { dateTime } = useFormats();
  return (
    <span className="flex flex-col">
      {/* Platforms and their connectors answer in English. */}
      <span lang="en" className="[overflow-wrap:anywhere]">
        {fact.reason}
      </span>
      <span className="text-muted text-sm">
        {t('Mail.Attempts', { count: fact.attempts })}
        {fact.nextTryAt && ` · ${t('Platform.NextTry', { when: dateTime(fact.nextTryAt) })}`}
      </span>
    </span>
  );
}

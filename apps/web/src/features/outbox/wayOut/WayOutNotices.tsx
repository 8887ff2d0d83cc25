import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormats } from '../../../platform/i18n/formats.ts';
import { useLanguage, useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { ReleaseDialog } from './ReleaseDialog.tsx';
import { wayOutOptions } from './wayOut.api.ts';

/** Above a list: a notice that sending is held since a restore, or why no mail can be sent; else nothing. */
export function WayOutNotices({ mayRelease }: { mayRelease: boolean }) {
  const t = useT();
  const { dateTime } = useFormats();
  const { data } = useQuery(wayOutOptions(useLanguage()));
  const [isAsking, setIsAsking] = useState(false);
  const { held = null, trouble = null } = data ?? {};
  if (!held && !trouble && !isAsking) return null;

  return (
    <div className="flex flex-col gap-3">
      {held && (
        <Notice
          tone="warning"
          title={t('WayOut.Held.Title')}
          action={
            mayRelease && (
              <Button size="sm" onClick={() => setIsAsking(true)}>
                {t('WayOut.Release')}
              </Button>
            )
          }
        >
          {t('WayOut.Held', { since: dateTime(held.since), madeAt: dateTime(held.backupMadeAt) })}{' '}
          {t('WayOut.Held.Mails', { count: held.mails })}{' '}
          {t(mayRelease ? 'WayOut.Held.Copy' : 'WayOut.Held.Ask')}
        </Notice>
      )}
      {trouble && !held && (
        <Notice tone="danger" title={t('WayOut.Trouble', { since: dateTime(trouble.since) })}>
          {trouble.reason} {t('WayOut.Trouble.Kept')}
        </Notice>
      )}
      <ReleaseDialog held={isAsking ? held : null} onClose={() => setIsAsking(false)} />
    </div>
  );
}

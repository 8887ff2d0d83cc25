import type { Preview } from '@guichet/contract/imports';
import { useT } from '../../../platform/i18n/useT.ts';
import { MailIcon } from '../../../ui/icons/publicIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** The number of mails per language, and which language has no message. */
export function MailsReport({ mails, fallback }: Pick<Preview, 'mails' | 'fallback'>) {
  const t = useT();
  const willLeave = fallback?.used !== null;
  return (
    <div className="flex flex-col gap-3">
      {willLeave && (
        <p className="flex items-center gap-2">
          <MailIcon size={18} className="shrink-0 text-muted" />
          {t('Import.Preview.Mails', { count: mails.fr + mails.en, fr: mails.fr, en: mails.en })}
        </p>
      )}
      {fallback && (
        <Notice tone="warning">
          {fallback.used
            ? t('Import.Preview.Fallback', {
                missing: t(`Language.In.${fallback.missing}`),
                used: t(`Language.In.${fallback.used}`),
              })
            : t('Import.Preview.NoMessage')}
        </Notice>
      )}
    </div>
  );
}

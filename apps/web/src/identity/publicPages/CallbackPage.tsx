import { useT } from '../../core/i18n/useT.ts';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { Spinner } from '../../ui/icons/Spinner.tsx';
import { PlainPage } from './PlainPage.tsx';

/** The page at the return address of another site, shown until that site decides where to go (S2.25). */
export default function CallbackPage() {
  const t = useT();
  usePageTitle(t('CallbackPage.Title'));
  return (
    <PlainPage title={t('CallbackPage.Title')}>
      <p role="status" className="flex items-center gap-3 text-muted">
        <Spinner className="text-accent-ink" />
        {t('CallbackPage.Message')}
      </p>
    </PlainPage>
  );
}

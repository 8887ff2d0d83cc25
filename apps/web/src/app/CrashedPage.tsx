import { useT } from '../platform/i18n/useT.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Page } from '../ui/Page.tsx';

/** In place of a page that broke, or whose script did not come. */
export function CrashedPage() {
  const t = useT();
  return (
    <Page>
      <ErrorState
        title={t('CrashedPage.Title')}
        retryLabel={t('CrashedPage.Reload')}
        onRetry={() => location.reload()}
      >
        {t('CrashedPage.Message')}
      </ErrorState>
    </Page>
  );
}

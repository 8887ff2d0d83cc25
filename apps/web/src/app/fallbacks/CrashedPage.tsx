import { useT } from '../../platform/i18n/useT.ts';
import { usePageTitle } from '../../platform/page/usePageTitle.ts';
import { PlainPage } from '../../publicPages/PlainPage.tsx';
import { Button } from '../../ui/buttons/Button.tsx';

/** Shown when a page has thrown, or its script did not load. */
export function CrashedPage() {
  const t = useT();
  usePageTitle(t('CrashedPage.Title'));
  return (
    <PlainPage
      takesFocus
      title={t('CrashedPage.Title')}
      lead={<p role="alert">{t('CrashedPage.Message')}</p>}
    >
      <Button variant="primary" onClick={() => location.reload()}>
        {t('CrashedPage.Reload')}
      </Button>
    </PlainPage>
  );
}

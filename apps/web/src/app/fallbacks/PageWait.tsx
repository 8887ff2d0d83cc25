import { useT } from '../../platform/i18n/useT.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/states/Skeleton.tsx';

/** Shown while the script of a page loads. */
export function PageWait() {
  const t = useT();
  return (
    <Page>
      <Skeleton lines={6} label={t('Loading')} />
    </Page>
  );
}

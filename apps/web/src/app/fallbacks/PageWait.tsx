import { useT } from '../../platform/i18n/useT.ts';
import { Page } from '../../ui/layout/Page.tsx';
import { Skeleton } from '../../ui/states/Skeleton.tsx';

/** While the script of a page is on its way. */
export function PageWait() {
  const t = useT();
  return (
    <Page>
      <Skeleton lines={6} label={t('Loading')} />
    </Page>
  );
}

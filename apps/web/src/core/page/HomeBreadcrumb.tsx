import { Breadcrumb, type BreadcrumbProps } from '../../ui/layout/Breadcrumb.tsx';
import { useT } from '../i18n/useT.ts';
import { useHelp } from './HelpSlot.tsx';

/** The breadcrumb from home to this page, whose title is the last of `items`, with the help button. */
export function HomeBreadcrumb({ items }: Pick<BreadcrumbProps, 'items'>) {
  const t = useT();
  const home = { label: t('HomePage.Title'), href: '/home' };
  const help = useHelp();
  return (
    <div className="flex items-start justify-between gap-2">
      <Breadcrumb label={t('Breadcrumb.Label')} items={[home, ...items]} />
      {help}
    </div>
  );
}

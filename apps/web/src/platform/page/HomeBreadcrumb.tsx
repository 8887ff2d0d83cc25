import { Breadcrumb, type BreadcrumbProps } from '../../ui/layout/Breadcrumb.tsx';
import { useT } from '../i18n/useT.ts';

/** The way from the home page to this one, whose title is the last of `items`. */
export function HomeBreadcrumb({ items }: Pick<BreadcrumbProps, 'items'>) {
  const t = useT();
  const home = { label: t('HomePage.Title'), href: '/home' };
  return <Breadcrumb label={t('Breadcrumb.Label')} items={[home, ...items]} />;
}

import type { ReactNode } from 'react';
import type { BreadcrumbProps } from '../../ui/layout/Breadcrumb.tsx';
import { Page, PageHeader, type PageHeaderProps } from '../../ui/layout/PageHeader.tsx';
import { HomeBreadcrumb } from './HomeBreadcrumb.tsx';
import { usePageTitle } from './usePageTitle.ts';

export interface TitledPageProps extends Omit<PageHeaderProps, 'breadcrumb' | 'title'> {
  title: string;
  /** The title of the window, when it says more. */
  windowTitle?: string;
  /** The last step of the breadcrumb, when it is not the title. */
  step?: string;
  /** The steps between home and this page. */
  above?: BreadcrumbProps['items'];
  children: ReactNode;
}

/** A page with breadcrumb, heading, and the title of the window. */
export function TitledPage(props: TitledPageProps) {
  const { title, windowTitle = title, step = title, above = [], children, ...header } = props;
  usePageTitle(windowTitle);
  return (
    <Page dense={header.dense ?? false}>
      <PageHeader
        {...header}
        breadcrumb={<HomeBreadcrumb items={[...above, { label: step }]} />}
        title={title}
      />
      {children}
    </Page>
  );
}

/** Props of every page behind sign-in, from its route. */
export interface PageProps {
  /** The route's title, in the current language. */
  title: string;
  /** The system of the page; null for a page without a system. */
  systemId: number | null;
}

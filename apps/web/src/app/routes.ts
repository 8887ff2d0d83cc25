import type { Level } from '@guichet/contract/core/access';
import { seedSystems } from '@guichet/contract/landings';
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { TextKey } from '../platform/i18n/useT.ts';
import type { PageProps } from '../platform/page/pageProps.ts';

export interface PortalRoute {
  readonly path: string;
  readonly page: ComponentType<PageProps> & { preload?: () => Promise<void> | undefined };
  readonly titleKey: TextKey;
  readonly access: Level;
  /** The system in the address: its id, or how the address names it; only the server can resolve a slug. */
  readonly system?: number | 'bySlug' | 'byId';
}

const configuration = {
  page: lazyRouteComponent(() => import('../pages/configuration/ConfigurationPage.tsx'), 'ConfigurationPage'),
  titleKey: 'ConfigurationPage.Title',
  access: 'support',
} as const;

export const routes: readonly PortalRoute[] = [
  {
    path: '/home',
    page: lazyRouteComponent(() => import('../pages/home/HomePage.tsx'), 'HomePage'),
    titleKey: 'HomePage.Title',
    access: 'participant',
  },
  {
    path: '/my-exams',
    page: lazyRouteComponent(() => import('../pages/exams/OwnExamsPage.tsx'), 'OwnExamsPage'),
    titleKey: 'MyExams.Title',
    access: 'participant',
  },
  {
    path: '/account',
    page: lazyRouteComponent(() => import('../pages/account/AccountPage.tsx'), 'AccountPage'),
    titleKey: 'AccountPage.Title',
    access: 'participant',
  },
  {
    path: '/configuration',
    page: lazyRouteComponent(() => import('../pages/systems/SystemsPage.tsx'), 'SystemsPage'),
    titleKey: 'SystemsPage.Title',
    access: 'superAdmin',
  },
  {
    path: '/configuration/users',
    page: lazyRouteComponent(() => import('../pages/users/UsersPage.tsx'), 'UsersPage'),
    titleKey: 'UsersPage.Title',
    access: 'admin',
  },
  {
    path: '/configuration/content/$systemId',
    page: lazyRouteComponent(() => import('../pages/content/ContentPage.tsx'), 'ContentPage'),
    titleKey: 'ContentPage.Title',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$cohortId',
    page: lazyRouteComponent(() => import('../pages/exam/ExamPage.tsx'), 'ExamPage'),
    titleKey: 'ExamPage.Title',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$cohortId/attendance',
    page: lazyRouteComponent(() => import('../pages/exam/AttendancePage.tsx'), 'AttendancePage'),
    titleKey: 'Attendance.Title',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/outbox',
    page: lazyRouteComponent(() => import('../pages/outbox/OutboxPage.tsx'), 'OutboxPage'),
    titleKey: 'OutboxPage.Title',
    access: 'admin',
  },
  {
    path: '/corrections',
    page: lazyRouteComponent(() => import('../pages/corrections/CorrectionsPage.tsx'), 'CorrectionsPage'),
    titleKey: 'CorrectionsPage.Title',
    access: 'admin',
  },
  {
    path: '/audit',
    page: lazyRouteComponent(() => import('../pages/audit/AuditPage.tsx'), 'AuditPage'),
    titleKey: 'AuditPage.Title',
    access: 'admin',
  },
  ...seedSystems.map(({ id, slug }) => ({ ...configuration, path: `/${slug}/configuration`, system: id })),
  { ...configuration, path: '/$slug/configuration', system: 'bySlug' },
];

import type { Level } from '@guichet/contract/core/access';
import { launchPath } from '@guichet/contract/identity/federation';
import { applicationPath } from '@guichet/contract/identity/provider';
import { consentPath } from '@guichet/contract/learning/learning.consents';
import { seedSystems } from '@guichet/contract/systems/landings';
import { lazyRouteComponent as lazy } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { allTexts, completeTexts } from '../core/i18n/languageStore.ts';
import type { TextKey } from '../core/i18n/useT.ts';
import type { PageProps } from '../core/page/TitledPage.tsx';
import type { HelpTopic } from '../core/parts/help/topics.ts';

export interface PortalRoute {
  readonly path: string;
  readonly page: ComponentType<PageProps> & { preload?: () => Promise<void> | undefined };
  readonly titleKey: TextKey;
  /** The help page; a page with tabs has a help page per tab. */
  readonly help: HelpTopic | 'byTab';
  readonly access: Level;
  /** The system's id, or how the address names the system; only the server can resolve a slug. */
  readonly system?: number | 'bySlug' | 'byId';
}

/** A page whose script candidates do not load, or that shares script with such pages: all texts load with it. */
const work: typeof lazy = (load, name) =>
  lazy(async () => (await Promise.all([load(), completeTexts(allTexts)]))[0], name);

const configuration = {
  page: work(() => import('../exams/pages/configuration/ConfigurationPage.tsx'), 'ConfigurationPage'),
  titleKey: 'ConfigurationPage.Title',
  help: 'byTab',
  access: 'support',
} as const;

export const routes: readonly PortalRoute[] = [
  {
    path: '/home',
    page: lazy(() => import('../overview/pages/home/HomePage.tsx'), 'HomePage'),
    titleKey: 'HomePage.Title',
    help: 'home',
    access: 'participant',
  },
  {
    path: '/my-exams',
    page: lazy(() => import('../exams/pages/exams/OwnExamsPage.tsx'), 'OwnExamsPage'),
    titleKey: 'MyExams.Title',
    help: 'ownExams',
    access: 'participant',
  },
  {
    path: '/account',
    page: lazy(() => import('../identity/pages/account/AccountPage.tsx'), 'AccountPage'),
    titleKey: 'AccountPage.Title',
    help: 'account',
    access: 'participant',
  },
  {
    path: '/configuration',
    page: work(() => import('../systems/pages/systems/SystemsPage.tsx'), 'SystemsPage'),
    titleKey: 'SystemsPage.Title',
    help: 'systems',
    access: 'superAdmin',
  },
  {
    path: '/configuration/contacts',
    page: work(() => import('../systems/pages/contacts/ContactsPage.tsx'), 'ContactsPage'),
    titleKey: 'ContactsPage.Title',
    help: 'contacts',
    access: 'admin',
  },
  {
    path: '/configuration/platforms',
    page: work(() => import('../learning/pages/platforms/PlatformsPage.tsx'), 'PlatformsPage'),
    titleKey: 'PlatformsPage.Title',
    help: 'platforms',
    access: 'superAdmin',
  },
  {
    path: '/configuration/applications',
    page: work(() => import('../identity/pages/applications/ApplicationsPage.tsx'), 'ApplicationsPage'),
    titleKey: 'ApplicationsPage.Title',
    help: 'applications',
    access: 'superAdmin',
  },
  {
    path: '/configuration/providers',
    page: work(() => import('../identity/pages/providers/ProvidersPage.tsx'), 'ProvidersPage'),
    titleKey: 'ProvidersPage.Title',
    help: 'providers',
    access: 'superAdmin',
  },
  {
    path: launchPath,
    page: lazy(() => import('../exams/pages/launch/LaunchPage.tsx'), 'LaunchPage'),
    titleKey: 'Launch.Title',
    help: 'launch',
    access: 'participant',
  },
  {
    path: applicationPath,
    page: lazy(
      () => import('../identity/pages/applications/EnterApplicationPage.tsx'),
      'EnterApplicationPage',
    ),
    titleKey: 'EnterApplication.Title',
    help: 'enterApplication',
    access: 'participant',
  },
  {
    path: consentPath,
    page: work(() => import('../learning/pages/platforms/ConsentPage.tsx'), 'ConsentPage'),
    titleKey: 'ConsentPage.Title',
    help: 'consent',
    access: 'superAdmin',
  },
  {
    path: '/configuration/users',
    page: work(() => import('../identity/pages/users/UsersPage.tsx'), 'UsersPage'),
    titleKey: 'UsersPage.Title',
    help: 'users',
    access: 'admin',
  },
  {
    path: '/configuration/content/$systemId',
    page: work(() => import('../systems/pages/content/ContentPage.tsx'), 'ContentPage'),
    titleKey: 'ContentPage.Title',
    help: 'content',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId',
    page: work(() => import('../exams/pages/exam/ExamPage.tsx'), 'ExamPage'),
    titleKey: 'ExamPage.Title',
    help: 'exam',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId/attendance',
    page: work(() => import('../exams/pages/exam/attendance/AttendancePage.tsx'), 'AttendancePage'),
    titleKey: 'Attendance.Title',
    help: 'attendance',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId/presence',
    page: work(() => import('../exams/pages/exam/attendance/PresencePage.tsx'), 'PresencePage'),
    titleKey: 'Presence.Title',
    help: 'presence',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId/results',
    page: work(() => import('../exams/pages/exam/ResultsPage.tsx'), 'ResultsPage'),
    titleKey: 'Results.Title',
    help: 'results',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId/messages',
    page: work(() => import('../exams/pages/exam/texts/ExamTextsPage.tsx'), 'ExamTextsPage'),
    titleKey: 'ExamTexts.Title',
    help: 'email',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId/letter',
    page: work(() => import('../exams/pages/exam/letter/LetterPage.tsx'), 'LetterPage'),
    titleKey: 'Letter.Title',
    help: 'letter',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/configuration/exams/$systemId/$examId/platform',
    page: work(() => import('../exams/pages/exam/DriftPage.tsx'), 'DriftPage'),
    titleKey: 'Drift.Title',
    help: 'drift',
    access: 'admin',
    system: 'byId',
  },
  {
    path: '/outbox',
    page: work(() => import('../mail/pages/outbox/OutboxPage.tsx'), 'OutboxPage'),
    titleKey: 'OutboxPage.Title',
    help: 'outbox',
    access: 'admin',
  },
  {
    path: '/corrections',
    page: work(() => import('../exams/pages/corrections/CorrectionsPage.tsx'), 'CorrectionsPage'),
    titleKey: 'CorrectionsPage.Title',
    help: 'corrections',
    access: 'admin',
  },
  {
    path: '/audit',
    page: work(() => import('../core/pages/audit/AuditPage.tsx'), 'AuditPage'),
    titleKey: 'AuditPage.Title',
    help: 'audit',
    access: 'admin',
  },
  ...seedSystems.map(({ id, slug }) => ({ ...configuration, path: `/${slug}/configuration`, system: id })),
  { ...configuration, path: '/$slug/configuration', system: 'bySlug' },
];

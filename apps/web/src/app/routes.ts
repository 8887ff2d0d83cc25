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

/** All parts of a route but the page: the readers, the address, the page of help and the title. */
const route = (access: Level, path: string, help: HelpTopic, titleKey: TextKey) => ({
  access,
  path,
  help,
  titleKey,
});

/** A part of an exam's page, for the administrators of its system. */
const ofExam = (part: string, help: HelpTopic, titleKey: TextKey) => ({
  ...route('admin', `/configuration/exams/$systemId/$examId${part}`, help, titleKey),
  system: 'byId' as const,
});

const ofSystem = {
  page: work(() => import('../exams/pages/configuration/ConfigurationPage.tsx'), 'ConfigurationPage'),
  access: 'support',
  help: 'byTab',
  titleKey: 'ConfigurationPage.Title',
} as const;

export const routes: readonly PortalRoute[] = [
  {
    ...route('participant', '/home', 'home', 'HomePage.Title'),
    page: lazy(() => import('../overview/pages/home/HomePage.tsx'), 'HomePage'),
  },
  {
    ...route('participant', '/my-exams', 'ownExams', 'MyExams.Title'),
    page: lazy(() => import('../exams/pages/exams/OwnExamsPage.tsx'), 'OwnExamsPage'),
  },
  {
    ...route('participant', '/account', 'account', 'AccountPage.Title'),
    page: lazy(() => import('../identity/pages/account/AccountPage.tsx'), 'AccountPage'),
  },
  {
    ...route('superAdmin', '/configuration', 'systems', 'SystemsPage.Title'),
    page: work(() => import('../systems/pages/systems/SystemsPage.tsx'), 'SystemsPage'),
  },
  {
    ...route('admin', '/configuration/contacts', 'contacts', 'ContactsPage.Title'),
    page: work(() => import('../systems/pages/contacts/ContactsPage.tsx'), 'ContactsPage'),
  },
  {
    ...route('superAdmin', '/configuration/platforms', 'platforms', 'PlatformsPage.Title'),
    page: work(() => import('../learning/pages/platforms/PlatformsPage.tsx'), 'PlatformsPage'),
  },
  {
    ...route('superAdmin', '/configuration/applications', 'applications', 'ApplicationsPage.Title'),
    page: work(() => import('../identity/pages/applications/ApplicationsPage.tsx'), 'ApplicationsPage'),
  },
  {
    ...route('superAdmin', '/configuration/providers', 'providers', 'ProvidersPage.Title'),
    page: work(() => import('../identity/pages/providers/ProvidersPage.tsx'), 'ProvidersPage'),
  },
  {
    ...route('participant', launchPath, 'launch', 'Launch.Title'),
    page: lazy(() => import('../exams/pages/launch/LaunchPage.tsx'), 'LaunchPage'),
  },
  {
    ...route('participant', applicationPath, 'enterApplication', 'EnterApplication.Title'),
    page: lazy(
      () => import('../identity/pages/applications/EnterApplicationPage.tsx'),
      'EnterApplicationPage',
    ),
  },
  {
    ...route('superAdmin', consentPath, 'consent', 'ConsentPage.Title'),
    page: work(() => import('../learning/pages/platforms/ConsentPage.tsx'), 'ConsentPage'),
  },
  {
    ...route('admin', '/configuration/users', 'users', 'UsersPage.Title'),
    page: work(() => import('../identity/pages/users/UsersPage.tsx'), 'UsersPage'),
  },
  {
    ...route('admin', '/configuration/content/$systemId', 'content', 'ContentPage.Title'),
    system: 'byId',
    page: work(() => import('../systems/pages/content/ContentPage.tsx'), 'ContentPage'),
  },
  {
    ...ofExam('', 'exam', 'ExamPage.Title'),
    page: work(() => import('../exams/pages/exam/ExamPage.tsx'), 'ExamPage'),
  },
  {
    ...ofExam('/attendance', 'attendance', 'Attendance.Title'),
    page: work(() => import('../exams/pages/exam/attendance/AttendancePage.tsx'), 'AttendancePage'),
  },
  {
    ...ofExam('/presence', 'presence', 'Presence.Title'),
    page: work(() => import('../exams/pages/exam/attendance/PresencePage.tsx'), 'PresencePage'),
  },
  {
    ...ofExam('/results', 'results', 'Results.Title'),
    page: work(() => import('../exams/pages/exam/ResultsPage.tsx'), 'ResultsPage'),
  },
  {
    ...ofExam('/messages', 'email', 'ExamTexts.Title'),
    page: work(() => import('../exams/pages/exam/texts/ExamTextsPage.tsx'), 'ExamTextsPage'),
  },
  {
    ...ofExam('/letter', 'letter', 'Letter.Title'),
    page: work(() => import('../exams/pages/exam/letter/LetterPage.tsx'), 'LetterPage'),
  },
  {
    ...ofExam('/platform', 'drift', 'Drift.Title'),
    page: work(() => import('../exams/pages/exam/DriftPage.tsx'), 'DriftPage'),
  },
  {
    ...route('admin', '/outbox', 'outbox', 'OutboxPage.Title'),
    page: work(() => import('../mail/pages/outbox/OutboxPage.tsx'), 'OutboxPage'),
  },
  {
    ...route('admin', '/corrections', 'corrections', 'CorrectionsPage.Title'),
    page: work(() => import('../exams/pages/corrections/CorrectionsPage.tsx'), 'CorrectionsPage'),
  },
  {
    ...route('admin', '/audit', 'audit', 'AuditPage.Title'),
    page: work(() => import('../core/pages/audit/AuditPage.tsx'), 'AuditPage'),
  },
  ...seedSystems.map(({ id, slug }) => ({ ...ofSystem, path: `/${slug}/configuration`, system: id })),
  { ...ofSystem, path: '/$slug/configuration', system: 'bySlug' },
];

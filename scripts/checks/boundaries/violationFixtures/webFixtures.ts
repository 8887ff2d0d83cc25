import { takes, type ViolationFixture, web } from './violationFixture.ts';

export const webFixtures: readonly ViolationFixture[] = [
  {
    title: 'the web takes a type of the server',
    rule: 'packages-apart',
    path: `${web}/platform/a.ts`,
    text: "import type { Grant } from '../../../server/src/platform/http/grant.ts';\nexport type A = Grant;",
  },
  {
    title: 'a feature that no module bears the name of',
    rule: 'module-names',
    path: `${web}/features/people/List.tsx`,
    text: takes('t', '../../platform/i18n/t.ts'),
    at: `${web}/features/people:1`,
  },
  {
    title: 'a feature imports a feature',
    rule: 'features-apart',
    path: `${web}/features/users/Row.tsx`,
    text: takes('CohortList', '../cohorts/CohortList.tsx'),
  },
  {
    title: 'a feature imports a page',
    rule: 'layers-go-down',
    path: `${web}/features/users/Row.tsx`,
    text: takes('UsersPage', '../../pages/UsersPage.tsx'),
  },
  {
    title: 'the platform of the web imports a feature',
    rule: 'layers-go-down',
    path: `${web}/platform/a.ts`,
    text: takes('UserList', '../features/users/UserList.tsx'),
  },
  {
    title: 'a part makes a call',
    rule: 'parts-make-no-calls',
    path: `${web}/parts/Row.tsx`,
    text: takes('call', '../platform/call/call.ts'),
  },
  {
    title: 'a folder of the web that is no layer',
    rule: 'layers-go-down',
    path: `${web}/widgets/Row.tsx`,
    text: takes('t', '../platform/i18n/t.ts'),
  },
  {
    title: 'the kit knows the translations',
    rule: 'ui-is-presentational',
    path: `${web}/ui/Row.tsx`,
    text: takes('t', '../platform/i18n/t.ts'),
  },
  {
    title: 'the kit knows the contract',
    rule: 'ui-is-presentational',
    path: `${web}/ui/Row.tsx`,
    text: takes('language', '@guichet/contract/identity/users'),
  },
  {
    title: 'the entry takes the app at once',
    rule: 'light-entry',
    path: `${web}/entry.tsx`,
    text: takes('App', './app/App.tsx'),
  },
  {
    title: 'the sign-in page takes a heavy package by a detour',
    rule: 'light-entry',
    path: `${web}/platform/i18n/t.ts`,
    text: "import { useForm } from 'react-hook-form';\nexport const t = useForm;",
  },
];

import { takes, type ViolationFixture, web } from './violationFixture.ts';

export const webFixtures: readonly ViolationFixture[] = [
  {
    title: 'the web takes a type of the server',
    rule: 'packages-apart',
    path: `${web}/core/a.ts`,
    text: "import type { Grant } from '../../../server/src/core/http/grant.ts';\nexport type A = Grant;",
  },
  {
    title: 'a room that no room of the server bears the name of',
    rule: 'room-names',
    path: `${web}/identity/people/List.tsx`,
    text: takes('t', '../../core/i18n/t.ts'),
    at: `${web}/identity/people:1`,
  },
  {
    title: 'a room imports a later one',
    rule: 'calls-go-down',
    path: `${web}/identity/users/Row.tsx`,
    text: takes('ExamList', '../../exams/facts/ExamList.tsx'),
  },
  {
    title: 'a room imports an earlier one',
    rule: 'calls-go-down',
    path: `${web}/exams/facts/Row.tsx`,
    text: takes('UserList', '../../identity/users/UserList.tsx'),
  },
  {
    title: 'a room imports a page',
    rule: 'calls-go-down',
    path: `${web}/identity/users/Row.tsx`,
    text: takes('UsersPage', '../pages/users/UsersPage.tsx'),
  },
  {
    title: 'the core of the web imports a room',
    rule: 'calls-go-down',
    path: `${web}/core/a.ts`,
    text: takes('UserList', '../identity/users/UserList.tsx'),
  },
  {
    title: 'a part makes a call',
    rule: 'parts-make-no-calls',
    path: `${web}/core/parts/Row.tsx`,
    text: takes('call', '../call/call.ts'),
  },
  {
    title: 'a room calls an endpoint of a later district',
    rule: 'endpoints-of-lower-districts',
    path: `${web}/identity/users/Row.tsx`,
    text: "import { listExams } from '@guichet/contract/exams/exams';\nexport const used = [listExams];",
    at: `${web}/identity/users/Row.tsx:2`,
  },
  {
    title: 'a folder of the web that is no district',
    rule: 'room-names',
    path: `${web}/widgets/Row.tsx`,
    text: takes('t', '../core/i18n/t.ts'),
    at: `${web}/widgets:1`,
  },
  {
    title: 'the kit knows the translations',
    rule: 'ui-is-presentational',
    path: `${web}/ui/Row.tsx`,
    text: takes('t', '../core/i18n/t.ts'),
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
    path: `${web}/core/i18n/t.ts`,
    text: "import { useForm } from 'react-hook-form';\nexport const t = useForm;",
  },
];

import { server, takes, type ViolationFixture, web } from './violationFixture.ts';

export const machineFixtures: readonly ViolationFixture[] = [
  {
    title: 'two files import one another',
    rule: 'no-cycles',
    path: `${server}/core/runtime/clock.ts`,
    text: takes('b', './b.ts'),
    at: `${server}/core/runtime/b.ts:1`,
  },
  {
    title: 'two files take types from one another',
    rule: 'no-cycles',
    path: `${server}/core/runtime/clock.ts`,
    text: "import type { B } from './b.ts';\nexport type A = B;\nexport const now = () => new Date();",
    at: `${server}/core/runtime/b.ts:1`,
  },
  {
    title: 'a setting read outside the config',
    rule: 'settings-in-config',
    path: `${server}/identity/users/users.service.ts`,
    text: 'export const a =\n  process.env.PORT;',
    at: `${server}/identity/users/users.service.ts:2`,
  },
  {
    title: 'a setting read under another name',
    rule: 'settings-in-config',
    path: `${server}/identity/users/users.service.ts`,
    text: "import { env } from 'node:process';\nexport const a = env;",
  },
  {
    title: 'a setting taken out of process',
    rule: 'settings-in-config',
    path: `${web}/core/a.ts`,
    text: 'export const { env } = process;',
  },
  {
    title: 'the time of the machine',
    rule: 'clock-from-outside',
    path: `${server}/identity/users/users.service.ts`,
    text: 'export const a = () => new Date();',
  },
  {
    title: 'the milliseconds of the machine',
    rule: 'clock-from-outside',
    path: `${server}/identity/users/users.service.ts`,
    text: 'export const a = globalThis.Date.now();',
  },
  {
    title: 'the chance of the machine',
    rule: 'clock-from-outside',
    path: `${server}/identity/users/users.service.ts`,
    text: 'export const a = Math.random();',
  },
  {
    title: 'a random name',
    rule: 'clock-from-outside',
    path: `${server}/identity/users/users.service.ts`,
    text: 'export const a = crypto.randomUUID();',
  },
  {
    title: 'random bytes under another name',
    rule: 'clock-from-outside',
    path: `${server}/identity/users/users.service.ts`,
    text: "import { randomBytes as noise } from 'node:crypto';\nexport const a = noise;",
  },
  {
    title: 'a file that is too long',
    rule: 'file-size',
    path: `${server}/identity/users/users.service.ts`,
    text: 'export {};\n'.repeat(251),
    at: `${server}/identity/users/users.service.ts:251`,
  },
  { title: 'a drawer', rule: 'no-drawers', path: `${web}/core/utils.ts`, text: 'export {};' },
  {
    title: 'an import that leads nowhere',
    rule: 'imports-can-be-followed',
    path: `${server}/identity/users/users.service.ts`,
    text: takes('a', './gone.ts'),
  },
  {
    title: 'an import without its ending',
    rule: 'imports-can-be-followed',
    path: `${web}/core/a.ts`,
    text: takes('t', './i18n/t'),
  },
  {
    title: 'a thread that leads nowhere',
    rule: 'imports-can-be-followed',
    path: `${server}/identity/users/users.service.ts`,
    text: "export const thread = new URL('./gone.ts', import.meta.url);",
  },
  {
    title: 'an import that is computed',
    rule: 'imports-can-be-followed',
    path: `${server}/identity/users/users.service.ts`,
    text: `export const a = (name: string) => import(\`../\${name}.ts\`);`,
  },
];

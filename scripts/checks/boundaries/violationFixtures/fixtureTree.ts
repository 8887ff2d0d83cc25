import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Files = Readonly<Record<string, string>>;

/** A small valid project; each test adds one violation. */
const soundProject: Files = {
  'scripts/place.ts': "import { readFileSync } from 'node:fs';\nexport const root = readFileSync;",
  'packages/contract/src/core/language.ts':
    "import * as z from 'zod/mini';\nexport const language = z.enum(['fr', 'en']);",
  'packages/contract/src/systems/systems.ts': "export { language } from '../core/language.ts';",
  'packages/contract/src/identity/users.ts': "export { language } from '../core/language.ts';",
  'packages/contract/src/core/endpoint.ts': 'export const endpoint = () => ({ body: 1 });',
  'packages/contract/src/exams/exams.ts':
    "import { endpoint } from '../core/endpoint.ts';\nexport { language } from '../core/language.ts';\nexport const listExams = endpoint();",
  'apps/server/src/app.ts': [
    "import { systemsRoutes } from './systems/system/systems.routes.ts';",
    "import { admit } from './identity/access/access.service.ts';",
    'export const app = [systemsRoutes, admit];',
  ].join('\n'),
  'apps/server/src/main.ts':
    "import { app } from './app.ts';\nconsole.log(app, new URL('./stopping.ts', import.meta.url));",
  'apps/server/src/core/runtime/config.ts': 'export const port = process.env.PORT;',
  'apps/server/src/core/runtime/b.ts':
    "import type { now } from './clock.ts';\nexport type B = typeof now;\nexport const b = 1;",
  'apps/server/src/core/runtime/clock.ts': 'export const now = () => new Date();',
  'apps/server/src/core/http/grant.ts': 'export type Grant = object;',
  'apps/server/src/core/database/row.ts':
    "import type { Key } from '../crypto/key.ts';\nexport type Row = Record<string, Key>;",
  'apps/server/src/core/crypto/key.ts':
    "import type { Answer } from '../http/answer.ts';\nexport type Key = Answer;",
  'apps/server/src/core/http/answer.ts': 'export type Answer = string;',
  'apps/server/src/core/http/mintGrant.ts':
    "import type { Grant } from './grant.ts';\nexport const mintGrant = (facts: Grant) => facts;",
  'apps/server/src/stopping.ts': 'export {};',
  'apps/server/src/core/database/database.ts':
    "import { Kysely } from 'kysely';\nimport pg from 'pg';\nexport const open = () => [Kysely, pg];",
  'apps/server/src/systems/system/systems.routes.ts':
    "export { listSystems as systemsRoutes } from './systems.service.ts';",
  'apps/server/src/systems/system/systems.service.ts':
    "import { selectSystems } from './systems.queries.ts';\nexport const listSystems = () => selectSystems();",
  'apps/server/src/systems/system/systems.queries.ts':
    "import { sql } from 'kysely';\nexport const selectSystems = () => sql`delete from systems`;",
  'apps/server/src/identity/access/access.service.ts':
    "import { mintGrant } from '../../core/http/mintGrant.ts';\nimport { listSystems } from '../../systems/system/systems.service.ts';\nexport const admit = () => [mintGrant({}), listSystems()];",
  'apps/server/src/identity/users/users.service.ts':
    "import type { Grant } from '../../core/http/grant.ts';\nexport const listUsers = (grant: Grant) => new Date(String(grant));",
  'apps/server/src/exams/exam/exams.service.ts': 'export type Exam = object;',
  'apps/server/src/exams/facts/facts.service.ts':
    "import { listUsers } from '../../identity/users/users.service.ts';\nexport const listExams = listUsers;",
  'apps/server/src/learning/connectors/builtin.ts': 'export const builtin = {};',
  'apps/server/src/learning/learning.service.ts':
    "import { builtin } from './connectors/builtin.ts';\nexport const learning = builtin;",
  'apps/server/src/exams/facts/facts.queries.ts':
    "import { sql } from 'kysely';\nexport const lock = sql`select 1 from systems for update skip locked; insert into exams values (1) on conflict do update set a = 1`;",
  'apps/server/src/identity/users/users.test.ts':
    "import { randomUUID } from 'node:crypto';\nimport { listUsers } from './users.service.ts';\nlistUsers({ id: randomUUID(), at: Date.now(), env: process.env });",
  'apps/web/vite.config.ts': 'export default { define: process.env };',
  'apps/web/src/entry.tsx':
    "import { SignInPage } from './identity/publicPages/SignInPage.tsx';\nexport const load = () => [SignInPage, import('./app/App.tsx')];",
  'apps/web/src/app/App.tsx':
    "import { useQuery } from '@tanstack/react-query';\nimport { UsersPage } from '../identity/pages/users/UsersPage.tsx';\nexport const App = [useQuery, UsersPage];",
  'apps/web/src/identity/pages/users/UsersPage.tsx':
    "import { UserList } from '../../users/UserList.tsx';\nimport { ExamList } from '../../../exams/facts/ExamList.tsx';\nexport const UsersPage = [UserList, ExamList];",
  'apps/web/src/identity/publicPages/SignInPage.tsx':
    "import { t } from '../../core/i18n/t.ts';\nexport const SignInPage = t;",
  'apps/web/src/identity/users/UserList.tsx':
    "import { Button } from '../../ui/Button.tsx';\nimport { listExams } from '@guichet/contract/exams/exams';\nimport { language } from '@guichet/contract/identity/users';\nexport const UserList = [Button, language, listExams.body];",
  'apps/web/src/exams/facts/ExamList.tsx':
    "import { t } from '../../core/i18n/t.ts';\nimport { listExams } from '@guichet/contract/exams/exams';\nexport const ExamList = [t, listExams];",
  'apps/web/src/core/call/call.ts': 'export const call = () => 1;',
  'apps/web/src/core/i18n/t.ts': 'export const t = (key: string) => key;',
  'apps/web/src/ui/Button.tsx': 'export const Button = () => null;',
};

const packages = [
  'zod',
  'kysely',
  'pg',
  '@electric-sql/pglite',
  'nodemailer',
  'jose',
  'react-hook-form',
  '@tanstack/react-query',
];

/** Writes the valid project with `added` into a temporary folder. */
export function writeFixtureTree(added: Files): { readonly root: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'guichet boundaries '));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  };
  for (const [path, text] of Object.entries({ ...soundProject, ...added })) write(path, text);
  for (const name of packages) {
    for (const file of ['index.js', 'mini.js', 'migration.js']) write(`node_modules/${name}/${file}`, '');
  }
  write('packages/contract/package.json', '{ "exports": { "./*": "./src/*.ts" } }');
  mkdirSync(join(root, 'node_modules/@guichet'));
  symlinkSync(join(root, 'packages/contract'), join(root, 'node_modules/@guichet/contract'), 'junction');
  symlinkSync(join(root, 'apps/web'), join(root, 'node_modules/@guichet/web'), 'junction');
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

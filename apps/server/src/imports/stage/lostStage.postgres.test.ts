import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../../../migrations/index.ts';
import { prepareFirstStart } from '../../../seed/firstStart.ts';
import { type PostgresServer, startPostgres } from '../../../test/database/postgresServer.ts';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import type { AppContext } from '../../core/context/appContext.ts';
import { type Database, openDatabase } from '../../core/database/database.ts';
import { createExamSpace } from '../../exams/exam/exams.service.ts';
import { listExams } from '../../exams/facts/facts.service.ts';
import { machineGrantOn } from '../../identity/access/access.service.ts';
import { atPlacing } from '../fixtures/atPlacing.ts';
import { importCandidates } from '../imports.service.ts';

/** A separate server, which the test crashes. */
let server: PostgresServer;
let database: Database;
let testApp: TestApp;
let context: AppContext;
beforeAll(async () => {
  // The server uses fsync: acknowledged commits must survive the crash.
  server = await startPostgres(['max_connections=200']);
  const log = { error: () => {}, warn: () => {} };
  database = await openDatabase({ databaseUrl: server.url, dataDir: '', log });
  await database.migrate(migrations);
  testApp = await openTestApp();
  context = { ...testApp, database };
  await prepareFirstStart(context);
});
afterAll(async () => {
  await database.close();
  await testApp.close();
  await server.stop();
});

async function crash() {
  await server.end('immediate');
  await server.startAgain();
  const deadline = performance.now() + 20_000;
  const isBack = () =>
    database.ping().then(
      () => true,
      () => false,
    );
  while (!(await isBack()) && performance.now() < deadline);
}

it('enrols every candidate if PostgreSQL crashes between staging and enrolment', async () => {
  const grant = machineGrantOn('test', 3);
  const { id, courseId } = await createExamSpace(context, grant as never, {
    title: 'Panne',
    examDate: '2027-04-30',
  });
  const lines = Array.from({ length: 500 }, (_, n) => `Zoé;Côté ${n};zoe${n}@etu.example.ca`);
  const bytes = Buffer.from(['Prénom;Nom;Courriel', ...lines].join('\r\n'));
  let crashes = 0;
  const struck = atPlacing(context, async () => {
    if (crashes++ === 0) await crash();
  });
  const order = { selectedCourse: courseId, languageId: 'fr', sendEmail: true, reader: 'fr' } as const;
  const placed = await importCandidates(
    struck.context,
    grant,
    { ...order, tell: struck.tell },
    {
      fileName: 'liste.csv',
      bytes,
    },
  );
  expect([placed, crashes]).toEqual([500, 2]);
  const exams = await listExams(context, grant as never, { showAllActive: true });
  expect(exams.find((exam) => exam.id === id)).toMatchObject({
    numberOfCandidates: 500,
    mails: { queued: 500 },
  });
});

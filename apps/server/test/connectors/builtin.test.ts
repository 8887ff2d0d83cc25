import { sql } from 'kysely';
import { writeGrades } from '../../../learning-platform/src/grading.queries.ts';
import { systemTransaction } from '../../src/core/audit/audit.service.ts';
import { openBuiltin } from '../../src/learning/connectors/builtin.ts';
import { openTestApp } from '../testApp.ts';
import { describeConnector } from './connectorContract.ts';

describeConnector('the built-in platform', async () => {
  const context = await openTestApp();
  const { read } = context.database;
  return {
    connector: openBuiltin(context),
    other: openBuiltin(context),
    organisation: { id: 3, templateId: null, semesterId: null },
    prefix: 'CONTRACT',
    hasOneUseLinks: true,
    peopleSkipped: null,
    accountsSharedSkipped: 'it has an account for each system',
    datesSkipped: 'it has no quizzes',
    activitiesSkipped: 'it has no activities',
    readClosings: null,
    questionsSkipped: 'the built-in platform has no quizzes',
    extraTimeSkipped: 'it has no quizzes',
    readExtraSeconds: async () => [],
    gradesSkipped: null,
    setGrade: ({ externalId }, { key }, points) =>
      systemTransaction(context, (tx) =>
        writeGrades(tx, Number(externalId), [{ key, points }], { by: 'Prof', at: context.clock.now() }),
      ),
    addStranger: null,
    readSignedOn: null,
    promote: null,
    listCourses: (code) =>
      read
        .selectFrom('builtin_courses')
        .select(['title', sql<boolean>`cancelled_at is null`.as('isOpen')])
        .where('code', '=', code)
        .execute(),
    listAccounts: (key) =>
      read
        .selectFrom('builtin_users')
        .select(['full_name as name', 'email'])
        .where('key', '=', key)
        .execute(),
    close: () => context.close(),
  };
});

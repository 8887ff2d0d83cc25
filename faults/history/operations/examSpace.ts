import { foundOf, type Operation } from '../operation.ts';

export const examDate = '2099-01-15';

/** A new exam space: the cohort with its course, and the audit line. */
export function newExamSpace(systemId: number, title: string): Operation {
  return {
    what: `exam space ${title}`,
    send: (client) => client.post(`/api/exam/${systemId}`, { title, examDate }),
    async find(seen) {
      const cohorts = (await seen.cohorts(systemId)).filter((cohort) => cohort.title === title);
      if (cohorts.length > 1) return { wrong: `is there ${cohorts.length} times` };
      const lines = seen.lines('examSpace.created', ({ detail }) => detail.name === title);
      return foundOf(lines, cohorts.length === 1);
    },
  };
}

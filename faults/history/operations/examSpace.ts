import { foundOf, type Operation } from '../operation.ts';

export const examDate = '2099-01-15';

/** A new exam space: the exam with its course, and the audit line. */
export function newExamSpace(systemId: number, title: string): Operation {
  return {
    what: `exam space ${title}`,
    send: (client) => client.post(`/api/exam/${systemId}`, { title, examDate }),
    async find(seen) {
      const exams = (await seen.exams(systemId)).filter((exam) => exam.title === title);
      if (exams.length > 1) return { wrong: `is there ${exams.length} times` };
      const lines = seen.lines('examSpace.created', ({ detail }) => detail.name === title);
      return foundOf(lines, exams.length === 1);
    },
  };
}

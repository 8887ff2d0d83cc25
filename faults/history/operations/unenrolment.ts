import { foundOf, type Operation } from '../operation.ts';

export interface Place {
  readonly systemId: number;
  readonly examId: number;
  readonly userId: number;
  readonly learningPlatformId: string;
}

export function unenrolment({ systemId, examId, userId, learningPlatformId }: Place): Operation {
  return {
    what: `unenrolment of user ${userId} from exam ${examId}`,
    isAcknowledgedBy: (body) => body === true,
    send: (client) => client.post(`/api/user/unroll/${systemId}/${examId}/${learningPlatformId}`),
    async find(seen) {
      const isIn = (await seen.candidates(systemId, examId))?.some(({ id }) => id === userId);
      const lines = seen.lines(
        'candidate.unenrolled',
        ({ subject, detail }) => subject === `user:${userId}` && detail.examId === examId,
      );
      return foundOf(lines, isIn === false);
    },
  };
}

import { foundOf, type Operation } from '../operation.ts';

export interface Place {
  readonly systemId: number;
  readonly cohortId: number;
  readonly userId: number;
  readonly learningPlatformId: string;
}

export function unenrolment({ systemId, cohortId, userId, learningPlatformId }: Place): Operation {
  return {
    what: `unenrolment of user ${userId} from cohort ${cohortId}`,
    isAcknowledgedBy: (body) => body === true,
    send: (client) => client.post(`/api/user/unroll/${systemId}/${cohortId}/${learningPlatformId}`),
    async find(seen) {
      const isIn = (await seen.candidates(systemId, cohortId)).some(({ id }) => id === userId);
      const lines = seen.lines(
        'candidate.unenrolled',
        ({ subject, detail }) => subject === `user:${userId}` && detail.cohortId === cohortId,
      );
      return foundOf(lines, !isIn);
    },
  };
}

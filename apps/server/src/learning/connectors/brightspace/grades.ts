import * as z from 'zod/mini';
import type { Grade } from '../connector.ts';
import { type BrightspaceSite, Id, inParallel } from './api.ts';
import { readObjects } from './pages.ts';
import { findUser } from './people.ts';

const Amount = z._default(z.nullable(z.number()), null);

/**
 * https://docs.valence.desire2learn.com/res/grade.html#Grade.UserGradeValue. Where grades are weighted, only the weighted pair
 * is filled.
 */
const UserGrade = z.object({
  User: z.object({
    Identifier: Id,
    DisplayName: z._default(z.nullable(z.string()), null),
    OrgDefinedId: z._default(z.nullable(z.string()), null),
  }),
  GradeValue: z._default(
    z.nullable(
      z.object({
        PointsNumerator: Amount,
        PointsDenominator: Amount,
        WeightedNumerator: Amount,
        WeightedDenominator: Amount,
      }),
    ),
    null,
  ),
});
type UserGrade = z.output<typeof UserGrade>;

export async function readGrades(site: BrightspaceSite, course: string): Promise<Grade[]> {
  const grades = await readObjects(site.call, `${course}/grades/final/values/`, UserGrade);
  return inParallel(grades, async ({ User, GradeValue }) => ({
    // The service user may not see the key in lists; null where the account shows none either.
    key: (User.OrgDefinedId ?? (await findUser(site, User.Identifier))?.OrgDefinedId) || null,
    name: User.DisplayName ?? '',
    ...pointsOf(GradeValue),
  }));
}

function pointsOf(value: UserGrade['GradeValue']): Pick<Grade, 'points' | 'outOf'> {
  const pairs = [
    [value?.PointsNumerator, value?.PointsDenominator],
    [value?.WeightedNumerator, value?.WeightedDenominator],
  ] as const;
  for (const [points = null, outOf = null] of pairs)
    if (points !== null && outOf !== null && outOf > 0) return { points, outOf };
  return { points: null, outOf: null };
}

import * as z from 'zod/mini';
import { ConnectorError, type Grade, makeRemark } from '../connector.ts';
import type { MoodleSite } from './webService.ts';

/** Time limit in seconds: the report of a whole course is one answer. */
const reportSeconds = 60;

const hiddenTotals = makeRemark('hiddenTotals');

const GradeItem = z.object({
  itemtype: z.string(),
  graderaw: z._default(z.nullable(z.number()), null),
  grademin: z._default(z.number(), 0),
  grademax: z._default(z.number(), 0),
});

const Report = z.object({
  usergrades: z.array(
    z.object({
      userfullname: z._default(z.string(), ''),
      useridnumber: z._default(z.string(), ''),
      gradeitems: z.array(GradeItem),
    }),
  ),
});

/** The course totals, with points counted from zero, since a scale may begin elsewhere. */
export async function readGrades({ call }: MoodleSite, courseid: number): Promise<Grade[]> {
  const name = 'gradereport_user_get_grade_items';
  const { usergrades } = await call(name, { courseid }, Report, { seconds: reportSeconds });
  return usergrades.map(({ userfullname, useridnumber, gradeitems }) => {
    const total = gradeitems.find(({ itemtype }) => itemtype === 'course');
    // Moodle leaves out a hidden total, which would look like no grade.
    if (!total) throw new ConnectorError(hiddenTotals, 'never');
    const isGraded = total.graderaw !== null && total.grademax > total.grademin;
    return {
      key: useridnumber || null,
      name: userfullname,
      points: isGraded ? (total.graderaw ?? 0) - total.grademin : null,
      outOf: isGraded ? total.grademax - total.grademin : null,
    };
  });
}

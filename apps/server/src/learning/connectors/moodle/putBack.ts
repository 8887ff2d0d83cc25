import { ConnectorError, type CourseOrder, makeRemark } from '../connector.ts';
import { hasCategory, uncheckedCategory } from './categories.ts';
import { type Course, changeCourse } from './courses.ts';
import { MoodleRefusal, type MoodleSite } from './webService.ts';

/**
 * Moves a course back into its category and restores the short name, which may take further permissions;
 * returns the category. A course whose category was deleted stays: Moodle would refuse the move, and leave
 * the course hidden and in no category.
 */
export async function putCourseBack(
  site: MoodleSite,
  { id, categoryid, shortname }: Course,
  { code, made }: CourseOrder,
): Promise<number> {
  const own = made?.semesterId ?? categoryid;
  const isThere = own === categoryid || (await hasCategory(site, own));
  if (isThere === null) throw new ConnectorError(uncheckedCategory(own), 'never');
  const category = isThere ? own : categoryid;
  const change = {
    ...(shortname === code ? {} : { shortname: code }),
    ...(categoryid === category ? {} : { categoryid: category }),
  };
  if (Object.keys(change).length === 0) return category;
  try {
    await changeCourse(site, { id, ...change });
    return category;
  } catch (error) {
    if (!(error instanceof MoodleRefusal)) throw error;
    const said = `${error.message} (${error.errorcode})`;
    throw new ConnectorError(makeRemark('courseMoved', { said }), 'never');
  }
}

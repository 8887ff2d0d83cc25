import type { Page } from './answers.ts';
import * as queries from './courses.queries.ts';
import { mayGradeNow, type RefusedGrades } from './grading.ts';
import { candidatePage, coursePage, type Space } from './pages/candidatePages.ts';
import { peoplePage, peoplePerPage, staffPage } from './pages/staffPages.ts';
import type { InnerView } from './pages/view.ts';
import type { Surroundings } from './surroundings.ts';
import type { Visitor } from './visits/entry.ts';

/** The front page: a candidate's own exam spaces; for staff, all spaces of the organisation. */
export async function drawFront(context: Surroundings, view: InnerView): Promise<Page> {
  const db = context.database.read;
  const { organisation, visitor } = view;
  if (visitor.isStaff) return staffPage(view, await queries.selectCourses(db, organisation.id));
  const courses = await queries.selectOwnCourses(db, organisation.id, visitor.key);
  return candidatePage(view, spacesOf(view, courses));
}

/** The page of an exam space; null when the visitor has no space with this code. */
export async function drawCourse(
  context: Surroundings,
  view: InnerView,
  code: string,
  refused: RefusedGrades | null = null,
): Promise<Page | null> {
  const { organisation, visitor } = view;
  const course = await findCourseFor(context, organisation.id, visitor, code);
  if (visitor.isStaff) return course ? drawPeople(context, view, course, refused) : null;
  const space = spacesOf(view, course ? [course] : [], true).find((one) => one.code === code);
  return space ? coursePage(view, space) : null;
}

/** A candidate's spaces: the portal knows exams without a course yet, and exams that the candidate left. */
function spacesOf({ stay }: InnerView, courses: readonly queries.Course[], withLeft = false): Space[] {
  if (!stay) return courses.map((course) => ({ ...course, exam: null }));
  return stay.exams
    .filter(({ state }) => withLeft || state !== 'left')
    .map((exam) => ({
      code: exam.code,
      title: exam.title.fr,
      titleEn: exam.title.en,
      examDate: exam.date,
      isCancelled: exam.state === 'cancelled',
      exam,
    }));
}

async function drawPeople(
  context: Surroundings,
  view: InnerView,
  course: queries.Course,
  refused: RefusedGrades | null,
): Promise<Page> {
  const db = context.database.read;
  const count = await queries.countPeople(db, course.id);
  const page = Math.min(view.page, Math.max(Math.ceil(count / peoplePerPage), 1));
  const { timeZone } = context.config;
  const window = { first: (page - 1) * peoplePerPage, most: peoplePerPage, timeZone };
  const people = await queries.selectPeople(db, course.id, window);
  return peoplePage({ ...view, page }, course, count, people, { isOpen: mayGradeNow(view, course), refused });
}

/** The course with this code; candidates find only their own. */
export function findCourseFor(context: Surroundings, organisation: number, visitor: Visitor, code: string) {
  const db = context.database.read;
  return visitor.isStaff
    ? queries.selectCourse(db, organisation, code)
    : queries.selectOwnCourse(db, organisation, visitor.key, code);
}

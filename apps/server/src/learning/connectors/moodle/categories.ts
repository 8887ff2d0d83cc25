import type { Remark } from '@guichet/contract/learning/learning.remarks';
import * as z from 'zod/mini';
import { orNull } from '../orNull.ts';
import { makeRemark } from '../platformFacts.ts';
import { findCourses } from './courses.ts';
import { isNotInService } from './siteProblems.ts';
import type { MoodleSite } from './webService.ts';

export const readCategories = 'core_course_get_categories';

const Categories = z.array(z.object({ id: z.int() }));

/** Whether the category exists, as far as the service user sees; null where that cannot be known. */
export async function hasCategory(site: MoodleSite, id: number): Promise<boolean | null> {
  const listed = await isListed(site, id);
  if (listed) return true;
  // A hidden category is not listed, but its courses are.
  const courses = await findCourses(site, 'category', String(id));
  return courses.length > 0 ? true : listed;
}

/** Null where the service user may not ask. */
async function isListed({ call }: MoodleSite, id: number): Promise<boolean | null> {
  const parameters = { criteria: [{ key: 'id', value: id }], addsubcategories: 0 };
  const found = await orNull(call(readCategories, parameters, Categories), isNotInService);
  return found?.some((category) => category.id === id) ?? null;
}

export function uncheckedCategory(id: number): Remark {
  return makeRemark('uncheckedCategory', { id });
}

import * as z from 'zod/mini';
import { type BrightspaceSite, Id, orAbsent } from './api.ts';
import { readPages } from './pages.ts';

/** https://docs.valence.desire2learn.com/res/orgunit.html#OrgUnit.OrgUnit; the type's code is the same on every site. */
const OrgUnit = z.object({
  Identifier: Id,
  Name: z.string(),
  Code: z.nullable(z.string()),
  Type: z.object({ Id, Code: z.string() }),
});
export type OrgUnit = z.output<typeof OrgUnit>;

export const typeOf = {
  offering: 'Course Offering',
  template: 'Course Template',
  semester: 'Semester',
} as const;

export function findOrgUnit({ call }: BrightspaceSite, id: number): Promise<OrgUnit | null> {
  return orAbsent(call({ path: `orgstructure/${id}`, answer: OrgUnit }));
}

/** Ids of the course offerings with exactly this code, the oldest first, without those in the recycle bin. */
export async function findOfferingIds({ call }: BrightspaceSite, code: string): Promise<string[]> {
  const path = `orgstructure/?exactOrgUnitCode=${encodeURIComponent(code)}`;
  const found = await readPages(call, path, OrgUnit);
  return found
    .filter(({ Code, Type }) => Code === code && Type.Code === typeOf.offering)
    .map(({ Identifier }) => Identifier)
    .sort((a, b) => Number(a) - Number(b));
}

/** The semesters among a course's parents: two after a move that broke off; the course itself shows one. */
export async function listSemesters({ call }: BrightspaceSite, course: string): Promise<number[]> {
  const parents = await call({ path: parentsOf(course), answer: z.array(OrgUnit) });
  return parents
    .filter(({ Type }) => Type.Code === typeOf.semester)
    .map(({ Identifier }) => Number(Identifier));
}

/** Puts a course into a semester, and takes it out of its other semesters. @throws BrightspaceRefusal */
export async function moveToSemester(
  { call }: BrightspaceSite,
  course: string,
  { from, to }: { readonly from: readonly number[]; readonly to: number },
): Promise<void> {
  const path = parentsOf(course);
  if (!from.includes(to)) await call({ method: 'POST', path, body: to });
  for (const other of from) if (other !== to) await call({ method: 'DELETE', path: `${path}${other}` });
}

function parentsOf(course: string): string {
  return `orgstructure/${course}/parents/`;
}

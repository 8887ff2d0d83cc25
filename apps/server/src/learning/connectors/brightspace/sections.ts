import * as z from 'zod/mini';
import { type Account, makeRemark, type Refusal } from '../connector.ts';
import { orNull } from '../orNull.ts';
import { BrightspaceRefusal, type BrightspaceSite, Id, inParallel, isRefusal } from './api.ts';
import { listRefusals } from './refusals.ts';

/** https://docs.valence.desire2learn.com/res/enroll.html#Section.SectionData */
const Section = z.object({ SectionId: Id, Enrollments: z.array(Id) });
type Section = z.output<typeof Section>;

/** Where the course has sections, puts people without one into the first section. */
export async function placeInSection(
  site: BrightspaceSite,
  course: string,
  accounts: readonly Account[],
): Promise<Refusal[]> {
  const sections = await listSections(site, course);
  const [first] = sections.toSorted((a, b) => Number(a.SectionId) - Number(b.SectionId));
  if (!first) return [];
  const present = new Set(sections.flatMap(({ Enrollments }) => Enrollments));
  const missing = accounts.filter(({ externalId }) => !present.has(externalId));
  const path = `${course}/sections/${first.SectionId}/enrollments/`;
  const reasons = await inParallel(missing, async ({ externalId }) => {
    try {
      const body = { UserId: Number(externalId) };
      await site.call({ method: 'POST', path, body });
      return null;
    } catch (error) {
      if (!(error instanceof BrightspaceRefusal)) throw error;
      return makeRemark('enrolRefused', { said: error.message });
    }
  });
  return listRefusals(missing, reasons);
}

/** Empty for a course without sections (404), or where the service user may not see sections (403). */
async function listSections({ call }: BrightspaceSite, course: string): Promise<Section[]> {
  const asked = call({ path: `${course}/sections/`, answer: z.array(Section) });
  return (await orNull(asked, isRefusal(403, 404))) ?? [];
}

import * as z from 'zod/mini';
import { orNull } from '../orNull.ts';
import { type BrightspaceSite, Id, inParallel, isRefusal } from './api.ts';
import { readPages } from './pages.ts';

/** https://docs.valence.desire2learn.com/res/enroll.html#Enrollment.UserOrgUnit ; the organisation is a unit too. */
const UserOrgUnit = z.object({ Role: z.object({ Id }) });

/** The accounts with another role than the candidates' in the organisation or a course, as far as seen. */
export async function findStaff(site: BrightspaceSite, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const student = String(site.settings.role);
  const isStaff = await inParallel(ids, async (id) =>
    (await listRoles(site, id)).some((role) => role !== student),
  );
  return new Set(ids.filter((_, at) => isStaff[at]));
}

async function listRoles({ call }: BrightspaceSite, user: string): Promise<string[]> {
  const asked = readPages(call, `enrollments/users/${user}/orgUnits/`, UserOrgUnit);
  // The service user may not see the roles, or the account is gone.
  const places = (await orNull(asked, isRefusal(403, 404))) ?? [];
  return places.map(({ Role }) => Role.Id);
}

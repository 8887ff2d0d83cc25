import type { RoleWords } from '@guichet/contract/identity/roleNames';
import { among, ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb } from '../../../core/database/database.ts';
import type { HeldRole } from '../rights/userRights.ts';

/** The roles of these people with the words that name them ('' for super admins) and their grant times, the latest first. */
const heldRoles = prepare<
  HeldRole & RoleWords & { readonly userId: number; readonly grantedAt: Date; readonly isGuest: boolean }
>(`
  select r.user_id as "userId", r.role, r.system_id as "systemId", r.granted_at as "grantedAt", r.stated is not null as "isGuest",
         coalesce(s.course_prefix, '') as "coursePrefix", coalesce(s.student_role, '') as "studentRole"
  from user_roles r left join systems s on s.id = r.system_id
  where r.user_id = ${among('$1::bigint[]')} order by r.granted_at desc`);

export function selectHeldRoles(db: ReadDb, userIds: readonly number[]) {
  return ask(db, heldRoles, [userIds]);
}

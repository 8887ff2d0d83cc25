import { roles as roleNames } from '@guichet/contract/core/access';
import type { AccountClaims } from 'oidc-provider';
import type { AppContext } from '../../../core/context/appContext.ts';
import { findPlatformKey } from '../../../learning/platformKey.service.ts';
import { joinNames, listHeldRoles } from '../../users/users.service.ts';
import type { ClientRow } from '../clients/clients.queries.ts';
import type { PersonRow } from '../signIns/signIns.queries.ts';

/** The claims of each scope (OpenID Connect Core 1.0, 5.4); `key` and `roles` are the portal's own. */
export const claimsOfScopes = {
  openid: ['sub', 'acr', 'amr', 'auth_time'],
  profile: ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'key'],
  email: ['email', 'email_verified'],
  roles: ['roles'],
  iss: null,
  sid: null,
};

/** All claims about a person; the library tells those of the application's scopes. */
export async function claimsFor(
  context: AppContext,
  { rolesOf }: Pick<ClientRow, 'rolesOf'>,
  subject: string,
  person: PersonRow,
): Promise<AccountClaims> {
  const key = rolesOf === null ? null : await findPlatformKey(context, rolesOf, person.id);
  return {
    sub: subject,
    name: joinNames(person),
    given_name: person.firstName,
    family_name: person.lastName,
    preferred_username: key ?? subject,
    locale: `${person.language}-CA`,
    ...(key !== null && { key }),
    email: person.email,
    email_verified: person.isEmailConfirmed,
    ...(rolesOf !== null && { roles: await listRolesOn(context, rolesOf, person.id) }),
  };
}

/** The roles in this system alone; a super admin's counts everywhere. */
async function listRolesOn({ database }: AppContext, systemId: number, userId: number): Promise<string[]> {
  const held = await listHeldRoles(database.read, userId);
  const here = new Set(
    held.filter((role) => (role.systemId ?? systemId) === systemId).map(({ role }) => role),
  );
  return roleNames.filter((role) => here.has(role));
}

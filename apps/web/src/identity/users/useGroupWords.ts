import type { UserInfo } from '@guichet/contract/identity/users.changes';
import { useT } from '../../core/i18n/useT.ts';

/** Says by which groups of which provider a role of a person came; null for one that a person or a list has given. */
export function useGroupWords({ byGroups }: Pick<UserInfo, 'byGroups'>): (role: string) => string | null {
  const t = useT();
  return (role) =>
    byGroups
      .filter((one) => one.role === role)
      .map(({ groups, provider }) =>
        groups.length === 0
          ? t('Roles.ByGroup.Former', { provider })
          : t('Roles.ByGroup', { groups: groups.join(', '), provider }),
      )
      .join(', ') || null;
}

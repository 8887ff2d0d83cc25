import { readSystemWord } from '@guichet/contract/identity/roleNames';
import { listRoles } from '@guichet/contract/identity/users.search';
import { useMemo } from 'react';
import { query, useQuery } from '../../core/call/query.ts';
import { useLanguage, useT } from '../../core/i18n/useT.ts';

interface RoleWordsOptions {
  enabled?: boolean;
  /** Whether all roles are of one system, which is then not named. */
  isOfOneSystem?: boolean;
}

/** Says a role by its name on the wire: `Admin - DC` → « Administration – DC »; an unseen one as it is. */
export function useRoleWords(options: RoleWordsOptions = {}): (name: string) => string {
  const { enabled = true, isOfOneSystem = false } = options;
  const t = useT();
  const { data } = useQuery({ ...query(listRoles, { language: useLanguage() }), enabled });
  return useMemo(() => {
    const admins = (data ?? []).filter(({ role }) => role === 'admin');
    const systems = new Map(admins.map(({ systemId, name }) => [systemId, readSystemWord(name)]));
    const words = new Map(
      data?.map(({ name, role, systemId }) => {
        if (role === 'superAdmin') return [name, t('Role.superAdmin')];
        const system = systems.get(systemId);
        if (isOfOneSystem) return [name, t(`Role.alone.${role}`)];
        return [name, system === undefined ? name : t(`Role.${role}`, { system })];
      }),
    );
    return (name) => words.get(name) ?? name;
  }, [data, t, isOfOneSystem]);
}

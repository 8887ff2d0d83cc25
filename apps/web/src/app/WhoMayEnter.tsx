import { listEntrances } from '@guichet/contract/identity/access';
import { listAdministrators } from '@guichet/contract/overview/support';
import { useQuerySystemId } from '../core/address/location.ts';
import { query, useQuery } from '../core/call/query.ts';
import { useLanguage, useT } from '../core/i18n/useT.ts';
import { SuperAdmins } from '../identity/access/SuperAdmins.tsx';
import { WhoMay } from '../overview/support/WhoMay.tsx';
import { AppFrame } from './AppFrame.tsx';

/** Below a refusal, for signed-in people: the command palette and, for staff, who may enter. */
export function WhoMayEnter() {
  return (
    <AppFrame>
      <NamedAdministrators />
    </AppFrame>
  );
}

function NamedAdministrators() {
  const t = useT();
  const language = useLanguage();
  const systemId = useQuerySystemId();
  const home = useQuery(query(listEntrances));
  const isStaff = home.data?.entrances.some(({ isSupport }) => isSupport) ?? false;
  const { data } = useQuery({ ...query(listAdministrators), enabled: isStaff });
  const systems = data?.filter((one) => systemId === null || one.systemId === systemId);
  // Nobody is named for a system outside the reader's own; the page itself says whom to write to.
  if (!systems || (systems.length === 0 && systemId !== null)) return null;
  return (
    <WhoMay
      lead={t('ForbiddenPage.WhoMay')}
      none={t('ForbiddenPage.WhoMay.SuperAdmin')}
      systems={systems}
      superAdmins={<SuperAdmins />}
      systemName={(id) => {
        const entrance = home.data?.entrances.find((one) => one.systemId === id);
        return entrance ? entrance.title[language] || entrance.name : String(id);
      }}
    />
  );
}

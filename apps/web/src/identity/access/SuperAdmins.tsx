import { listEntrances } from '@guichet/contract/identity/access';
import { query, useQuery } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { EmailLink } from '../../ui/html/EmailLink.tsx';

/** The names and addresses of the super admins, where staff cannot go on without one; for others nothing. */
export function SuperAdmins() {
  const t = useT();
  const { data } = useQuery(query(listEntrances));
  if (!data || data.superAdmins.length === 0) return null;
  return (
    <ul aria-label={t('SuperAdmins.Label')} className="wrap-anywhere list-disc ps-5 text-sm">
      {data.superAdmins.map(({ fullName, email }) => (
        <li key={email}>
          {t('SuperAdmins.Name', { name: fullName })} <EmailLink email={email} />
        </li>
      ))}
    </ul>
  );
}

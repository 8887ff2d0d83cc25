import { listOwnApplications } from '@guichet/contract/identity/provider.clients';
import { query, useQuery } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';
import { Card } from '../../ui/layout/Card.tsx';

/** The applications that the reader may enter, each with its link; nothing without one. */
export function OwnApplications() {
  const t = useT();
  const { data = [] } = useQuery(query(listOwnApplications));
  if (data.length === 0) return null;
  return (
    <Card title={t('OwnApplications.Title')} description={t('OwnApplications.Lead')}>
      <ul className="flex flex-wrap gap-2">
        {data.map(({ id, name, address }) => (
          <li key={id} className="max-w-full">
            {/* With a target the browser itself loads the address, which may be one of the portal’s server. */}
            <ButtonLink href={address} target="_self">
              <span className="wrap-anywhere">{name}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

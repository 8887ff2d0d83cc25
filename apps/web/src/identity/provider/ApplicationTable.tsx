import type { Application } from '@guichet/contract/identity/provider.clients';
import { useT } from '../../core/i18n/useT.ts';
import { DataTable } from '../../core/lists/DataTable.tsx';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { KeyIcon, PencilIcon, TrashIcon } from '../../ui/icons/moreIcons.tsx';
import { RowActions } from '../../ui/tables/Table.tsx';

export interface ApplicationTableProps {
  applications: readonly Application[];
  systemName: (id: number) => string;
  onChange: (application: Application) => void;
  onRenew: (application: Application) => void;
  onRemove: (application: Application) => void;
}

export function ApplicationTable(props: ApplicationTableProps) {
  const { applications, systemName, onChange, onRenew, onRemove } = props;
  const t = useT();
  return (
    <DataTable
      caption={t('ApplicationsPage.Title')}
      rows={applications}
      keyOf={({ id }) => id}
      columns={[
        {
          heading: t('Applications.Name'),
          lead: true,
          className: '[overflow-wrap:anywhere]',
          cell: ({ name }) => name,
        },
        {
          heading: t('Applications.People'),
          cell: ({ rolesOf }) => (rolesOf === null ? t('Applications.People.All') : systemName(rolesOf)),
        },
        {
          heading: t('Applications.RedirectUris'),
          className: '[overflow-wrap:anywhere]',
          cell: (one) => (one.kind === 'saml' ? one.entityId : one.redirectUris.join(' ')),
        },
        {
          heading: t('Applications.SignOut'),
          cell: (one) => {
            const isTold = one.kind === 'saml' ? one.isTold : one.logoutUri !== null;
            if (!isTold) return t('Applications.SignOut.Open');
            return t(one.signOutFailure ? 'Applications.SignOut.Failed' : 'Applications.SignOut.Told');
          },
        },
      ]}
      actions={(application) => (
        <RowActions label={t('List.ActionsOf', { name: application.name })}>
          <SmallButton
            icon={PencilIcon}
            aria-label={t('Applications.Change.Of', { name: application.name })}
            onClick={() => onChange(application)}
          >
            {t('Applications.Change')}
          </SmallButton>
          {application.kind === 'openid' && application.secretIn !== null && (
            <SmallButton
              icon={KeyIcon}
              aria-label={t('Applications.Secret.Renew.Of', { name: application.name })}
              onClick={() => onRenew(application)}
            >
              {t('Applications.Secret.Renew')}
            </SmallButton>
          )}
          <SmallButton
            icon={TrashIcon}
            aria-label={t('Applications.Remove.Of', { name: application.name })}
            onClick={() => onRemove(application)}
          >
            {t('Applications.Remove')}
          </SmallButton>
        </RowActions>
      )}
    />
  );
}

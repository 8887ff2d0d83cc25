import {
  type Application,
  listOpenIdClients,
  removeOpenIdClient,
  renewOpenIdSecret,
} from '@guichet/contract/identity/provider.clients';
import { listSystems } from '@guichet/contract/systems/systems';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { DataTable } from '../../../core/lists/DataTable.tsx';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../../core/parts/forms/CopiedField.tsx';
import { Trouble } from '../../../core/parts/metadata/Trouble.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { KeyIcon, PencilIcon, PlusIcon, TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { RowActions } from '../../../ui/tables/Table.tsx';
import { ApplicationEditor } from '../../provider/ApplicationEditor.tsx';
import { type Made, SecretDialog } from '../../provider/SecretDialog.tsx';

/** For super admins: the applications that people enter with their account of the portal. */
export function ApplicationsPage({ title }: PageProps) {
  const t = useT();
  const list = useQuery(query(listOpenIdClients));
  const systems = useQuery(query(listSystems)).data ?? [];
  const [edited, edit] = useState<Application | null | undefined>();
  const [renewed, setRenewed] = useState<Application | null>(null);
  const [leaving, setLeaving] = useState<Application | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const addresses = list.data ?? { issuer: '', samlMetadata: '', entryBase: '' };
  const close = () => edit(undefined);
  const systemName = (id: number) => systems.find((system) => system.id === id)?.name ?? '';
  return (
    <TitledPage
      dense
      above={[{ label: t('SystemsPage.Title'), href: '/configuration' }]}
      title={title}
      description={t('ApplicationsPage.Lead')}
      actions={
        <Button variant="primary" icon={PlusIcon} onClick={() => edit(null)}>
          {t('Applications.Add')}
        </Button>
      }
    >
      <Card flush>
        <Loaded query={list} lines={3}>
          {({ clients, issuer, samlMetadata }) => (
            <>
              {clients.length === 0 ? (
                <EmptyState title={t('Applications.None')}>{t('Applications.None.Hint')}</EmptyState>
              ) : (
                <ApplicationTable
                  applications={clients}
                  systemName={systemName}
                  onChange={edit}
                  onRenew={setRenewed}
                  onRemove={setLeaving}
                />
              )}
              <div className="flex max-w-xl flex-col gap-4 p-5">
                <ApplicationTroubles applications={clients} />
                <CopiedField label={t('Applications.Issuer')} value={issuer} />
                <CopiedField label={t('Applications.SamlMetadata')} value={samlMetadata} />
              </div>
            </>
          )}
        </Loaded>
      </Card>
      <ClosableDialog
        open={edited !== undefined}
        onClose={close}
        title={edited ? t('Applications.Change.Of', { name: edited.name }) : t('Applications.Add')}
      >
        {edited !== undefined && (
          <ApplicationEditor
            application={edited}
            systems={systems}
            entryBase={addresses.entryBase}
            onAdded={setMade}
            onClose={close}
          />
        )}
      </ClosableDialog>
      <SecretDialog made={made} addresses={addresses} onClose={() => setMade(null)} />
      <RenewSecret application={renewed} onRenewed={setMade} onClose={() => setRenewed(null)} />
      <RemoveApplication application={leaving} onClose={() => setLeaving(null)} />
    </TitledPage>
  );
}

interface AskedProps {
  application: Application | null;
  onClose: () => void;
}

function RenewSecret({ application, onRenewed, onClose }: AskedProps & { onRenewed: (made: Made) => void }) {
  const t = useT();
  const shown = useLastGiven(application);
  const name = shown?.name ?? '';

  return (
    <AskCall
      call={useCall(renewOpenIdSecret)}
      open={application !== null}
      title={t('Applications.Secret.Renew.Of', { name })}
      messages={[t('Applications.Secret.Renew.Question', { name })]}
      input={{ params: { clientId: shown?.id ?? '' } }}
      onDone={(secret) => onRenewed({ ...secret, name, kind: 'openid' })}
      onClose={onClose}
    />
  );
}

function RemoveApplication({ application, onClose }: AskedProps) {
  const t = useT();
  const shown = useLastGiven(application);
  const name = shown?.name ?? '';

  return (
    <AskCall
      call={useCall(removeOpenIdClient)}
      open={application !== null}
      title={t('Applications.Remove.Of', { name })}
      messages={[t('Applications.Remove.Question', { name })]}
      input={{ params: { clientId: shown?.id ?? '' } }}
      done={t('Applications.Removed', { name })}
      onClose={onClose}
    />
  );
}

/** The last troubles of each application: what went wrong, when, and what to do. */
function ApplicationTroubles({ applications }: { applications: readonly Application[] }) {
  const t = useT();
  return applications.flatMap(({ id, name, lastRefusal, signOutFailure }) => [
    lastRefusal && (
      <Trouble key={`${id}-refusal`} what="Applications.Refused" name={name} at={lastRefusal.at}>
        {t(`Applications.Refused.${lastRefusal.why}`, { detail: lastRefusal.detail ?? '' })}
      </Trouble>
    ),
    signOutFailure && (
      <Trouble key={`${id}-signOut`} what="Applications.NotTold" name={name} at={signOutFailure.at}>
        {signOutFailure.fault
          ? t(`Providers.Fault.${signOutFailure.fault}`, { code: signOutFailure.detail ?? '' })
          : signOutFailure.detail}{' '}
        {t('Applications.NotTold.Next')}
      </Trouble>
    ),
  ]);
}

interface ApplicationTableProps {
  applications: readonly Application[];
  systemName: (id: number) => string;
  onChange: (application: Application) => void;
  onRenew: (application: Application) => void;
  onRemove: (application: Application) => void;
}

function ApplicationTable(props: ApplicationTableProps) {
  const { applications, systemName, onChange, onRenew, onRemove } = props;
  const t = useT();
  return (
    <DataTable
      caption={t('ApplicationsPage.Title')}
      rows={applications}
      keyOf={({ id }) => id}
      columns={[
        { heading: t('Applications.Name'), lead: true, wraps: true, cell: ({ name }) => name },
        {
          heading: t('Applications.People'),
          cell: ({ rolesOf }) => (rolesOf === null ? t('Applications.People.All') : systemName(rolesOf)),
        },
        {
          heading: t('Applications.RedirectUris'),
          wraps: true,
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

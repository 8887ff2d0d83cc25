import {
  type ListedProvider,
  listProviders,
  removeProvider,
  toSignInButtons,
} from '@guichet/contract/identity/federation.providers';
import { listRoles } from '@guichet/contract/identity/users.search';
import { listSystems } from '@guichet/contract/systems/systems';
import { useEffect, useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { DataTable } from '../../../core/lists/DataTable.tsx';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Trouble } from '../../../core/parts/metadata/Trouble.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { PencilIcon, PlusIcon, TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { RowActions } from '../../../ui/tables/Table.tsx';
import { ProviderEditor } from '../../federation/ProviderEditor.tsx';
import { useRoleWords } from '../../users/useRoleWords.ts';

/** For super admins: the providers, such as the university's own, by which people sign in here. */
export function ProvidersPage({ title }: PageProps) {
  const t = useT();
  const language = useLanguage();
  const list = useQuery(query(listProviders));
  useEffect(() => {
    if (list.data) renewButtons(list.data.providers);
  }, [list.data]);
  const systems = useQuery(query(listSystems)).data ?? [];
  const roleWords = useRoleWords();
  const roles = (useQuery(query(listRoles, { language })).data ?? [])
    .filter(({ role }) => role !== 'superAdmin')
    .map(({ role, systemId, name, mayGive }) => ({
      role: `${role}:${systemId}`,
      label: roleWords(name),
      mayGive,
    }));
  const [edited, edit] = useState<ListedProvider | null | undefined>();
  const [leaving, setLeaving] = useState<ListedProvider | null>(null);
  const close = () => edit(undefined);
  const nameOf = ({ labelFr, labelEn }: ListedProvider) => (language === 'fr' ? labelFr : labelEn);
  const shown = useLastGiven(leaving);
  const name = shown ? nameOf(shown) : '';
  const systemsOf = (ids: readonly number[]) =>
    systems.filter(({ id }) => ids.includes(id)).map((system) => system.name);
  return (
    <TitledPage
      dense
      above={[{ label: t('SystemsPage.Title'), href: '/configuration' }]}
      title={title}
      description={t('ProvidersPage.Lead')}
      actions={
        <Button variant="primary" icon={PlusIcon} disabled={!list.data} onClick={() => edit(null)}>
          {t('Providers.Add')}
        </Button>
      }
    >
      <Card flush>
        <Loaded query={list} lines={3}>
          {({ providers }) =>
            providers.length === 0 ? (
              <EmptyState title={t('Providers.None')}>{t('Providers.None.Hint')}</EmptyState>
            ) : (
              <>
                <DataTable
                  caption={title}
                  rows={providers}
                  keyOf={({ id }) => id}
                  columns={[
                    { heading: t('Providers.Button'), lead: true, wraps: true, cell: nameOf },
                    { heading: t('Providers.Field.issuer'), wraps: true, cell: ({ issuer }) => issuer },
                    {
                      heading: t('Providers.Field.systemIds'),
                      cell: ({ systemIds }) =>
                        systemIds === null ? t('Providers.AllSystems') : systemsOf(systemIds).join(', '),
                    },
                    {
                      heading: t('Providers.State'),
                      cell: ({ isActive }) => (
                        <StateChip tone={isActive ? 'success' : 'neutral'}>
                          {t(isActive ? 'Providers.On' : 'Providers.Off')}
                        </StateChip>
                      ),
                    },
                  ]}
                  actions={(provider) => (
                    <RowActions label={t('List.ActionsOf', { name: nameOf(provider) })}>
                      <SmallButton
                        icon={PencilIcon}
                        aria-label={t('Applications.Change.Of', { name: nameOf(provider) })}
                        onClick={() => edit(provider)}
                      >
                        {t('Applications.Change')}
                      </SmallButton>
                      <SmallButton
                        icon={TrashIcon}
                        aria-label={t('Applications.Remove.Of', { name: nameOf(provider) })}
                        onClick={() => setLeaving(provider)}
                      >
                        {t('Applications.Remove')}
                      </SmallButton>
                    </RowActions>
                  )}
                />
                <div className="flex max-w-xl flex-col gap-4 p-5 empty:hidden">
                  {providers.map(
                    (provider) =>
                      provider.lastRefusal && (
                        <Trouble
                          key={provider.id}
                          what="Providers.Refused"
                          name={nameOf(provider)}
                          at={provider.lastRefusal.at}
                        >
                          {t(`Providers.Refused.${provider.lastRefusal.why}`)}
                          <span className="wrap-anywhere block">{provider.lastRefusal.detail}</span>
                        </Trouble>
                      ),
                  )}
                </div>
              </>
            )
          }
        </Loaded>
      </Card>
      <ClosableDialog
        open={edited !== undefined}
        onClose={close}
        title={t(edited ? 'Providers.Change' : 'Providers.Add')}
      >
        {edited !== undefined && list.data && (
          <ProviderEditor provider={edited} systems={systems} roles={roles} {...list.data} onClose={close} />
        )}
      </ClosableDialog>
      <AskCall
        call={useCall(removeProvider)}
        open={leaving !== null}
        title={t('Applications.Remove.Of', { name })}
        messages={[t('Providers.Remove.Question', { name })]}
        input={{ params: { providerId: shown?.id ?? '' } }}
        done={t('Providers.Removed', { name })}
        onClose={() => setLeaving(null)}
      />
    </TitledPage>
  );
}

/** Writes the providers into this page as the server does into the next: a sign-in page without a load reads them here. */
function renewButtons(providers: readonly ListedProvider[]): void {
  const buttons = toSignInButtons(providers);
  const meta = document.querySelector<HTMLMetaElement>('meta[name="providers"]');
  if (meta) meta.content = buttons.length === 0 ? '' : JSON.stringify(buttons);
}

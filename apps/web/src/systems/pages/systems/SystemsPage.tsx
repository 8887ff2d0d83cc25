import { listExams } from '@guichet/contract/exams/exams.list';
import { listPlatforms } from '@guichet/contract/learning/learning.platforms';
import { listSystems, type System, setArchived } from '@guichet/contract/systems/systems';
import { useState } from 'react';
import { choiceParam, useAddress } from '../../../core/address/useAddress.ts';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { PlatformChoice } from '../../../learning/platforms/PlatformChoice.tsx';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton, SmallLink } from '../../../ui/buttons/SmallButton.tsx';
import { FileIcon, PlusIcon, SlidersIcon, UserPlusIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { BroadcastDialog } from '../../broadcast/BroadcastDialog.tsx';
import { ArchiveDialog } from '../../system/ArchiveDialog.tsx';
import { ChangeSystemDialog } from '../../system/ChangeSystemDialog.tsx';
import { CreateSystemDialog } from '../../system/CreateSystemDialog.tsx';
import { SystemTable } from '../../system/SystemTable.tsx';
import { UniversityDialog } from '../../university/UniversityDialog.tsx';

/** `broadcast`: whether its dialog is open. */
const pageParams = { broadcast: choiceParam(['true'], null) };

export function SystemsPage({ title }: PageProps) {
  const t = useT();
  const failureText = useFailureText();
  const systems = useQuery(query(listSystems));
  const aside = systems.data?.filter(({ isArchived }) => isArchived) ?? [];
  const { environment, platforms: registered = [] } = useQuery(query(listPlatforms)).data ?? {};
  // Without a registered platform, all systems use the same, so no row names a platform.
  const uses = registered.map(({ name, systems: using }) => ({ text: t('Platforms.Of', { name }), using }));
  if (environment && uses.length > 0)
    uses.push({ text: t('Platforms.Of.Environment'), using: environment.systems });
  const platforms = new Map(
    uses.flatMap(({ text, using }) => using.map(({ systemId }) => [systemId, text] as const)),
  );
  const [isNaming, setNaming] = useState(false);
  const [{ broadcast }, change] = useAddress(pageParams);
  const [isCreating, setCreating] = useState(false);
  const [changing, setChanging] = useState<System | null>(null);
  const [created, setCreated] = useState<Created | null>(null);
  const [archiving, setArchiving] = useState<System | null>(null);
  const [archived, tellArchived] = useState<System | null>(null);
  const params = { systemId: archiving?.id ?? 0 };
  const comingExams = useQuery({ ...query(listExams, { params }), enabled: archiving !== null });
  const restore = useCall(setArchived, { onSuccess: () => tellArchived(null) });
  const table = {
    platforms,
    busyId: restore.isPending ? restore.variables.params.systemId : undefined,
    onChange: setChanging,
    onArchive: (system: System) => (system.isArchived ? takeBack(system) : setArchiving(system)),
  };

  function takeBack({ id, name }: System) {
    const onSuccess = () => showToast({ tone: 'success', text: t('Systems.Restored', { name }) });
    restore.mutate({ params: { systemId: id }, body: { isArchived: false } }, { onSuccess });
  }

  return (
    <TitledPage
      dense
      title={title}
      description={t('SystemsPage.Lead')}
      actions={
        <Button variant="primary" icon={PlusIcon} onClick={() => setCreating(true)}>
          {t('Systems.Create')}
        </Button>
      }
    >
      {/* A line of their own, which holds all of them on a wide screen. */}
      <div className="-mt-1 mb-3 flex flex-wrap gap-2">
        <SmallButton onClick={() => setNaming(true)}>{t('University.Title')}</SmallButton>
        <SmallButton onClick={() => change({ broadcast: 'true' })}>{t('Broadcast.Title')}</SmallButton>
        <SmallLink href="/configuration/contacts">{t('ContactsPage.Title')}</SmallLink>
        <SmallLink href="/configuration/platforms">{t('PlatformsPage.Title')}</SmallLink>
        <SmallLink href="/configuration/applications">{t('ApplicationsPage.Title')}</SmallLink>
        <SmallLink href="/configuration/providers">{t('ProvidersPage.Title')}</SmallLink>
      </div>
      <div className="flex flex-col gap-6">
        {created && <CreatedNotice created={created} onDismiss={() => setCreated(null)} />}
        {archived && (
          <Notice
            tone="success"
            role="status"
            title={t('Systems.Archived', { name: archived.name })}
            onDismiss={() => tellArchived(null)}
            dismissLabel={t('Dialog.Close')}
            action={
              <SmallButton busy={restore.isPending} onClick={() => takeBack(archived)}>
                {t('Systems.Restore')}
              </SmallButton>
            }
          >
            {t('Systems.Archive.Keeps')}
          </Notice>
        )}
        {restore.error && <Notice tone="danger">{failureText(restore.error)}</Notice>}
        <Card flush>
          <Loaded query={systems} lines={9}>
            {(list) => (
              <SystemTable
                {...table}
                caption={t('SystemsPage.Title')}
                systems={list.filter(({ isArchived }) => !isArchived)}
              />
            )}
          </Loaded>
        </Card>
        {aside.length > 0 && (
          <Card flush title={t('Systems.Aside')}>
            <SystemTable {...table} caption={t('Systems.Aside')} systems={aside} />
          </Card>
        )}
      </div>
      <UniversityDialog open={isNaming} onClose={() => setNaming(false)} />
      <BroadcastDialog open={broadcast !== null} onClose={() => change({ broadcast: null })} />
      {systems.data && (
        <CreateSystemDialog
          open={isCreating}
          systems={systems.data}
          onCreated={(system, copiedFrom) => setCreated({ system, copiedFrom })}
          onClose={() => setCreating(false)}
        />
      )}
      <ArchiveDialog
        system={archiving}
        // Where they cannot be counted, the answer to the call says so.
        comingExams={comingExams.isError ? 0 : comingExams.data?.length}
        onArchived={tellArchived}
        onClose={() => setArchiving(null)}
      />
      <ChangeSystemDialog
        system={changing}
        further={(system, form) => <PlatformChoice system={system} {...form} />}
        onClose={() => setChanging(null)}
      />
    </TitledPage>
  );
}

interface Created {
  readonly system: System;
  readonly copiedFrom: System | null;
}

/** The steps that a new system still needs, with links. */
function CreatedNotice({ created, onDismiss }: { created: Created; onDismiss: () => void }) {
  const t = useT();
  const { system, copiedFrom } = created;
  return (
    <Notice
      tone="success"
      role="status"
      title={t('Systems.Created', { name: system.name })}
      onDismiss={onDismiss}
      dismissLabel={t('Dialog.Close')}
      action={
        <span className="flex flex-wrap gap-2">
          <SmallLink icon={FileIcon} href={`/configuration/content/${system.id}`}>
            {t('ContentPage.Title')}
          </SmallLink>
          <SmallLink icon={SlidersIcon} href={`/${system.slug}/configuration`}>
            {t('HomePage.Admin')}
          </SmallLink>
          <SmallLink icon={UserPlusIcon} href={`/${system.slug}/configuration?team=1`}>
            {t('Systems.Created.Team')}
          </SmallLink>
        </span>
      }
    >
      {copiedFrom ? t('Systems.Created.Copied', { name: copiedFrom.name }) : t('Systems.Created.Empty')}
    </Notice>
  );
}

import {
  listPlatforms,
  type Platform,
  type PlatformKind,
  type PlatformList,
  removePlatform,
} from '@guichet/contract/learning/learning.platforms';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { DataTable } from '../../../core/lists/DataTable.tsx';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { AskCall } from '../../../core/parts/asking/Question.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { PencilIcon, PlusIcon, TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { RowActions } from '../../../ui/tables/Table.tsx';
import { AccountsDialog, type ShownPlatform } from '../../platforms/accounts/AccountsDialog.tsx';
import { DoubtsDialog } from '../../platforms/accounts/DoubtsDialog.tsx';
import { DoubtsNotice } from '../../platforms/accounts/DoubtsNotice.tsx';
import { PlatformFormDialog } from '../../platforms/PlatformFormDialog.tsx';
import { PlatformTroubles } from '../../platforms/PlatformTroubles.tsx';

export function PlatformsPage({ title }: PageProps) {
  const t = useT();
  const platforms = useQuery(query(listPlatforms));
  const [edited, edit] = useState<Platform | null | undefined>();
  const [leaving, setLeaving] = useState<Platform | null>(null);
  const [shown, show] = useState<ShownPlatform | null>(null);
  const [isDeciding, decide] = useState(false);
  return (
    <TitledPage
      dense
      above={[{ label: t('SystemsPage.Title'), href: '/configuration' }]}
      title={title}
      description={t('PlatformsPage.Lead')}
      actions={
        <Button variant="primary" icon={PlusIcon} onClick={() => edit(null)}>
          {t('Platforms.Add')}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <PlatformTroubles
          isSuperAdmin
          action={({ platformId }) => {
            const platform = platforms.data?.platforms.find(({ id }) => id === platformId);
            return (
              platform && (
                <SmallButton onClick={() => edit(platform)}>
                  {t('Platforms.Change.Of', { name: platform.name })}
                </SmallButton>
              )
            );
          }}
        />
        <DoubtsNotice action={<SmallButton onClick={() => decide(true)}>{t('Doubts.Open')}</SmallButton>} />
        <Card flush>
          <Loaded query={platforms} lines={3}>
            {(list) => (
              <>
                <PlatformTable list={list} onChange={edit} onRemove={setLeaving} onAccounts={show} />
                {list.platforms.length === 0 && (
                  <EmptyState title={t('Platforms.None')}>{t('Platforms.None.Hint')}</EmptyState>
                )}
              </>
            )}
          </Loaded>
        </Card>
      </div>
      <PlatformFormDialog platform={edited} onClose={() => edit(undefined)} />
      <DoubtsDialog open={isDeciding} onClose={() => decide(false)} />
      <AccountsDialog platform={shown} onClose={() => show(null)} />
      <RemovePlatform platform={leaving} onClose={() => setLeaving(null)} />
    </TitledPage>
  );
}

function RemovePlatform({ platform, onClose }: { platform: Platform | null; onClose: () => void }) {
  const t = useT();
  const shown = useLastGiven(platform);
  const name = shown?.name ?? '';

  return (
    <AskCall
      call={useCall(removePlatform)}
      open={platform !== null}
      title={t('Platforms.Remove.Of', { name })}
      messages={[t('Platforms.Remove.Question', { name })]}
      input={{ params: { platformId: shown?.id ?? 0 } }}
      done={t('Platforms.Removed', { name })}
      onClose={onClose}
    />
  );
}

interface PlatformTableProps {
  list: PlatformList;
  onChange: (platform: Platform) => void;
  onRemove: (platform: Platform) => void;
  onAccounts: (platform: ShownPlatform) => void;
}

/** The platform of the settings, which is changed on the server, then the registered platforms. */
function PlatformTable({ list, onChange, onRemove, onAccounts }: PlatformTableProps) {
  const t = useT();
  const { environment, platforms } = list;
  const kind =
    environment.kind === 'builtin'
      ? t('Platforms.Builtin')
      : t(`Platforms.Kind.${environment.kind as PlatformKind}`);
  const accounts = (platform: ShownPlatform) => (
    <SmallButton
      aria-label={t('Platforms.Accounts.Of', { name: platform.name })}
      onClick={() => onAccounts(platform)}
    >
      {t('Platforms.Accounts')}
    </SmallButton>
  );
  return (
    <DataTable
      caption={t('PlatformsPage.Title')}
      rows={[null, ...platforms]}
      keyOf={(platform) => platform?.id ?? 'environment'}
      columns={[
        {
          heading: t('Platforms.Name'),
          lead: true,
          wraps: true,
          cell: (platform) => platform?.name ?? t('Platforms.Environment'),
        },
        {
          heading: t('Platforms.Kind'),
          cell: (platform) => (platform ? t(`Platforms.Kind.${platform.kind}`) : kind),
        },
        {
          heading: t('Platforms.Address'),
          wraps: true,
          cell: (platform) =>
            platform?.address ?? <span className="text-muted">{t('Platforms.Environment.Hint')}</span>,
        },
        {
          heading: t('Platforms.Systems'),
          cell: (platform) => <Systems systems={(platform ?? environment).systems} />,
        },
      ]}
      actions={(platform) =>
        platform ? (
          <RowActions label={t('List.ActionsOf', { name: platform.name })}>
            {accounts(platform)}
            <SmallButton
              icon={PencilIcon}
              aria-label={t('Platforms.Change.Of', { name: platform.name })}
              onClick={() => onChange(platform)}
            >
              {t('Platforms.Change')}
            </SmallButton>
            <SmallButton
              icon={TrashIcon}
              aria-label={t('Platforms.Remove.Of', { name: platform.name })}
              onClick={() => onRemove(platform)}
            >
              {t('Platforms.Remove')}
            </SmallButton>
          </RowActions>
        ) : (
          environment.kind !== 'builtin' && accounts({ id: null, name: kind })
        )
      }
    />
  );
}

function Systems({ systems }: { systems: Platform['systems'] }) {
  const t = useT();
  if (systems.length === 0) return <span className="text-muted">{t('Platforms.Systems.None')}</span>;
  return systems.map(({ name }) => name).join(', ');
}

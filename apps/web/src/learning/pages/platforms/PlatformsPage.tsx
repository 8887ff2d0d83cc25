import { listPlatforms, type Platform, removePlatform } from '@guichet/contract/learning/learning.platforms';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { type PageProps, TitledPage } from '../../../core/page/TitledPage.tsx';
import { AskCall } from '../../../core/parts/asking/AskCall.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { PlusIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { AccountsDialog, type ShownPlatform } from '../../platforms/accounts/AccountsDialog.tsx';
import { DoubtsDialog } from '../../platforms/accounts/DoubtsDialog.tsx';
import { DoubtsNotice } from '../../platforms/accounts/DoubtsNotice.tsx';
import { PlatformFormDialog } from '../../platforms/PlatformFormDialog.tsx';
import { PlatformTable } from '../../platforms/PlatformTable.tsx';
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
      title={t('Platforms.Remove.Title', { name })}
      messages={[t('Platforms.Remove.Question')]}
      input={{ params: { platformId: shown?.id ?? 0 } }}
      done={t('Platforms.Removed', { name })}
      onClose={onClose}
    />
  );
}

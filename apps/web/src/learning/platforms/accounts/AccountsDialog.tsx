import { fold } from '@guichet/contract/core/fold';
import {
  listAccountMatches,
  listPlatformAccounts,
  type PlatformAccount,
  releaseAccount,
} from '@guichet/contract/learning/learning.accounts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useCall, useReload } from '../../../core/call/query.ts';
import { FailureNotice } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { PagedRows } from '../../../core/lists/PagedRows.tsx';
import { useSaveList } from '../../../core/lists/saving/useSaveList.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { SearchField } from '../../../ui/fields/SearchField.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { DownloadIcon } from '../../../ui/icons/moreIcons.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { NameAndAddress } from '../../../ui/tables/NameAndAddress.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { accountsOptions, ways } from './accounts.api.ts';
import { Matches } from './Matches.tsx';

/** The platform whose accounts are shown; `id` null for the platform of the settings. */
export interface ShownPlatform {
  readonly id: number | null;
  readonly name: string;
}

export interface AccountsDialogProps {
  platform: ShownPlatform | null;
  onClose: () => void;
}

const views = [...ways, 'known'] as const;

/** For super admins: the accounts on a platform, and accounts there that match candidates without one. */
export function AccountsDialog({ platform, onClose }: AccountsDialogProps) {
  const t = useT();
  const [view, setView] = useState<(typeof views)[number]>('studentNumber');
  const isOpen = platform !== null;
  const { id = null, name = '' } = useLastGiven(platform) ?? {};
  const accounts = useQuery({ ...accountsOptions(id), enabled: isOpen && view === 'known' });
  return (
    <ClosableDialog open={isOpen} onClose={onClose} title={t('Accounts.Title', { name })} size="lg">
      <div className="flex flex-col gap-5">
        <Segmented
          legend={t('Accounts.Views')}
          value={view}
          onChange={setView}
          options={views.map((value) => ({ value, label: t(`Accounts.View.${value}`) }))}
        />
        {view === 'known' ? (
          <Loaded query={accounts} lines={5}>
            {(list) => <KnownAccounts platformId={id} name={name} accounts={list} />}
          </Loaded>
        ) : (
          isOpen && <Matches key={view} platformId={id} by={view} />
        )}
      </div>
    </ClosableDialog>
  );
}

const sizes = [20, 50, 100] as const;

interface KnownAccountsProps {
  platformId: number | null;
  name: string;
  accounts: readonly PlatformAccount[];
}

/** Lists the joined accounts, which can be released. The exported file has every account with its key. */
function KnownAccounts({ platformId, name, accounts }: KnownAccountsProps) {
  const t = useT();
  const { save } = useSaveList();
  const release = useCall(releaseAccount, { onSettled: useReload(listPlatformAccounts, listAccountMatches) });
  const list = useRef<HTMLDivElement>(null);
  const joined = accounts.filter(({ isJoined }) => isJoined);
  const [text, search] = useState('');
  const isFound = ({ fullName, email, key }: PlatformAccount) =>
    fold(`${fullName} ${email} ${key}`).includes(fold(text.trim()));
  const words = { key: t('Accounts.Key'), id: t('Accounts.Id') };

  function saveAll() {
    const headings = [
      t('Accounts.Ours'),
      t('User.email'),
      t('User.studentNumber'),
      words.key,
      words.id,
      t('Accounts.IsJoined'),
    ];
    const rows = accounts.map((one) => [
      one.fullName,
      one.email,
      one.studentNumber ?? '',
      one.key,
      one.externalId ?? '',
      t(one.isJoined ? 'Accounts.Yes' : 'Accounts.No'),
    ]);
    void save(`${t('Accounts.Title', { name })}.csv`, () => [headings, ...rows]);
  }

  function detach({ userId, fullName }: PlatformAccount) {
    // The pressed button disappears with its row; without this, the focus would go to the dialog's close
    // button.
    list.current?.focus();
    release.mutate(
      { body: { platformId, userId } },
      { onSuccess: () => showToast({ tone: 'success', text: t('Accounts.Released', { name: fullName }) }) },
    );
  }

  if (accounts.length === 0) return <EmptyState title={t('Accounts.NoneKnown')} />;
  return (
    <div ref={list} tabIndex={-1} className="flex flex-col gap-4 outline-none">
      <div>
        <Button icon={DownloadIcon} onClick={saveAll}>
          {t('Accounts.Save', { count: accounts.length })}
        </Button>
      </div>
      <FailureNotice failure={release.error} />
      {joined.length === 0 ? (
        <p className="text-muted">{t('Accounts.NoneJoined')}</p>
      ) : (
        <>
          <p className="text-muted">{t('Accounts.Release.Lead')}</p>
          {joined.length > sizes[0] && (
            <SearchField
              label={t('Accounts.Search')}
              value={text}
              onChange={({ target }) => search(target.value)}
            />
          )}
          <PagedRows
            caption={t('Accounts.IsJoined')}
            rows={joined.filter(isFound)}
            keyOf={({ userId }) => userId}
            columns={[
              {
                heading: t('Accounts.Ours'),
                lead: true,
                cell: ({ fullName, email }) => <NameAndAddress name={fullName} address={email} />,
              },
              { heading: words.key, wraps: true, cell: ({ key }) => key },
              { heading: words.id, cell: ({ externalId }) => externalId },
              {
                heading: t('List.Actions'),
                cell: (one) => (
                  <SmallButton
                    disabled={release.isPending}
                    aria-label={t('Accounts.Release.Of', { name: one.fullName })}
                    onClick={() => detach(one)}
                  >
                    {t('Accounts.Release')}
                  </SmallButton>
                ),
              },
            ]}
            sizes={sizes}
            label={t('Accounts.Pages')}
            isBare
            dense={false}
          />
        </>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { useLastGiven } from '../../../core/timing/useLastGiven.ts';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { accountsOptions, ways } from './accounts.api.ts';
import { KnownAccounts } from './KnownAccounts.tsx';
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

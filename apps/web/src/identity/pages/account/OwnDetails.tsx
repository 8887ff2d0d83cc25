import { dropOwnAddress, findOwnDetails } from '@guichet/contract/identity/account.own';
import { findOutgoingStatus } from '@guichet/contract/mail/outbox.status';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { Loaded } from '../../../core/lists/states/Loaded.tsx';
import { useSession } from '../../../core/session/sessionStore.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { PencilIcon } from '../../../ui/icons/moreIcons.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { OwnNameDialog } from '../../account/OwnNameDialog.tsx';
import { OwnAddressDialog } from './OwnAddressDialog.tsx';

/** Changes the reader's name and address, and shows an address that waits to be confirmed. */
export function OwnDetails() {
  const t = useT();
  const tellFailure = useTellFailure();
  const details = useQuery(query(findOwnDetails));
  const isFiled = useQuery(query(findOutgoingStatus, { language: useLanguage() })).data?.isFiled ?? false;
  const isImpersonating = useSession((session) => session.isImpersonating);
  const drop = useCall(dropOwnAddress);
  const [opened, open] = useState<'name' | 'address' | null>(null);
  const close = () => open(null);
  if (isImpersonating) return <Notice>{t('Account.Details.NotYours')}</Notice>;

  function dropAddress() {
    const onSuccess = () => showToast({ tone: 'success', text: t('Account.Address.Dropped') });
    drop.mutate(undefined, { onSuccess, onError: tellFailure });
  }

  return (
    <Loaded query={details}>
      {(own) => (
        <div className="mt-4 flex flex-col gap-4">
          {own.newEmail !== null && (
            <Notice
              action={
                <div className="flex flex-wrap gap-2">
                  <SmallButton onClick={() => open('address')}>{t('Account.Address.Again')}</SmallButton>
                  <SmallButton busy={drop.isPending} onClick={dropAddress}>
                    {t('Account.Address.Drop')}
                  </SmallButton>
                </div>
              }
            >
              {t('Account.Address.Waiting', { email: own.newEmail })}
              {isFiled && ` ${t('Account.Address.Kept.Next')}`}
            </Notice>
          )}
          <div className="flex flex-wrap gap-2">
            <SmallButton icon={PencilIcon} onClick={() => open('name')}>
              {t('Account.Name.Change')}
            </SmallButton>
            <SmallButton icon={PencilIcon} onClick={() => open('address')}>
              {t('Account.Address.Change')}
            </SmallButton>
          </div>
          {opened === 'name' && <OwnNameDialog own={own} onClose={close} />}
          {opened === 'address' && <OwnAddressDialog own={own} isFiled={isFiled} onClose={close} />}
        </div>
      )}
    </Loaded>
  );
}

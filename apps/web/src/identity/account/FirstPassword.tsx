import { checkAccess, listEntrances } from '@guichet/contract/identity/access';
import { chooseFirstPassword } from '@guichet/contract/identity/account';
import { useState } from 'react';
import { matchQueries, useQueryClient } from '../../core/call/query.ts';
import { useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { usePageTitle } from '../../core/page/usePageTitle.ts';
import { ClosableDialog, DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { NewPasswordFields, noPasswords } from '../../core/parts/passwords/NewPasswordFields.tsx';
import { signOut, useSession } from '../../core/session/sessionStore.ts';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { KeyIcon } from '../../ui/icons/moreIcons.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Page, PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChooseFirstPassword } from './account.api.ts';

/** Asks the owner of an account to choose a password, when somebody else has set the present one; `isUnused`: they sign in without it. */
export function FirstPasswordNotice({ isUnused = false }: { isUnused?: boolean }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Notice
        tone={isUnused ? 'info' : 'warning'}
        title={t(isUnused ? 'FirstPassword.Unused' : 'FirstPassword.Notice')}
        action={
          <SmallButton icon={KeyIcon} onClick={() => setOpen(true)}>
            {t('FirstPassword.Open')}
          </SmallButton>
        }
      >
        {t(isUnused ? 'FirstPassword.Unused.Why' : 'FirstPassword.Why')}
      </Notice>
      <ClosableDialog open={isOpen} onClose={() => setOpen(false)} title={t('FirstPassword.Title')}>
        <FirstPasswordForm onDone={() => setOpen(false)} />
      </ClosableDialog>
    </>
  );
}

/** Stands in for every page while the session's password is a mailed one; the page follows afterwards. */
export function PasswordDue() {
  const t = useT();
  const client = useQueryClient();
  usePageTitle(t('FirstPassword.Title'));

  function resetAccess() {
    void client.resetQueries(matchQueries(listEntrances));
    void client.resetQueries(matchQueries(checkAccess));
  }

  return (
    <Page>
      <PageHeader title={t('FirstPassword.Title')} description={t('PasswordDue.Lead')} />
      <div className="max-w-xl">
        <Card>
          <FirstPasswordForm onDone={resetAccess} cancelLabel={t('PasswordDue.Leave')} onCancel={signOut} />
        </Card>
      </div>
    </Page>
  );
}

interface FirstPasswordFormProps {
  onDone: () => void;
  onCancel?: () => void;
  cancelLabel?: string;
}

function FirstPasswordForm({ onDone, ...cancel }: FirstPasswordFormProps) {
  const t = useT();
  const choose = useChooseFirstPassword();
  const userName = useSession((session) => session.username);
  const [passwords, setPasswords] = useState(noPasswords);
  const faultsAt = useFieldFaults(choose.error, {
    schema: chooseFirstPassword.body.schema,
    sent: choose.variables,
    now: passwords,
  });

  function save() {
    choose.mutate(passwords, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('FirstPassword.Done') });
        onDone();
      },
    });
  }

  return (
    <DialogForm
      submitLabel={t('ResetPassword.Submit')}
      busyLabel={t('ResetPassword.Busy')}
      call={choose}
      onSubmit={save}
      {...cancel}
    >
      <NewPasswordFields
        userName={userName ?? ''}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
    </DialogForm>
  );
}

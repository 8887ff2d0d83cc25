import { changePassword } from '@guichet/contract/identity/account';
import { type FormEvent, useState } from 'react';
import { FailureNotice, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { CurrentPasswordField } from '../../core/parts/passwords/CurrentPasswordField.tsx';
import { NewPasswordFields, noPasswords } from '../../core/parts/passwords/NewPasswordFields.tsx';
import { useSession } from '../../core/session/sessionStore.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { useFirstInvalidFocus } from '../../ui/fields/useFirstInvalidFocus.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChangePassword } from './account.api.ts';
import { FirstPasswordNotice } from './FirstPassword.tsx';

/** Changes the reader's password; a temporary password is replaced without being entered again. */
export function OwnPassword({ mustChoose, isByProvider }: { mustChoose: boolean; isByProvider: boolean }) {
  const t = useT();
  const isImpersonating = useSession((session) => session.isImpersonating);
  const change = useChangePassword();
  // Draws a new form after each change, so that no secret stays in the fields.
  const [changes, setChanges] = useState(0);

  if (mustChoose) return <FirstPasswordNotice isUnused={isByProvider} />;
  return (
    <Card title={t('Account.Password')} description={t('Account.Password.Lead')}>
      {isImpersonating ? (
        <Notice>{t('Account.Password.NotYours')}</Notice>
      ) : (
        <OwnPasswordForm key={changes} change={change} onChanged={() => setChanges(changes + 1)} />
      )}
    </Card>
  );
}

interface OwnPasswordFormProps {
  change: ReturnType<typeof useChangePassword>;
  onChanged: () => void;
}

function OwnPasswordForm({ change, onChanged }: OwnPasswordFormProps) {
  const t = useT();
  const { error: failure, variables: sent } = change;
  const isWrong = change.data === false;
  const userName = useSession((session) => session.username);
  const [currentPassword, setCurrentPassword] = useState('');
  const [passwords, setPasswords] = useState(noPasswords);
  const form = useFirstInvalidFocus(isWrong || failure);
  const now = { currentPassword, ...passwords };
  const faultsAt = useFieldFaults(failure, { schema: changePassword.body.schema, sent, now });
  const isStillWrong = isWrong && currentPassword === sent?.currentPassword;

  function submit(event: FormEvent) {
    event.preventDefault();
    const onSuccess = (isChanged: boolean) => {
      if (!isChanged) return;
      onChanged();
      showToast({ tone: 'success', text: t('Account.Password.Done') });
    };
    change.mutate(now, { onSuccess });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-xl flex-col gap-5">
      <CurrentPasswordField
        label={t('Account.Password.Current')}
        name="currentPassword"
        value={currentPassword}
        onChange={({ target }) => setCurrentPassword(target.value)}
        error={isStillWrong ? t('Account.Password.Wrong') : faultsAt('currentPassword')}
      />
      <NewPasswordFields
        userName={userName ?? ''}
        value={passwords}
        onChange={setPasswords}
        faultsAt={faultsAt}
      />
      <FailureNotice failure={failure} />
      <div>
        <Button type="submit" variant="primary" busy={change.isPending} busyLabel={t('ResetPassword.Busy')}>
          {t('Account.Password.Change')}
        </Button>
      </div>
    </form>
  );
}

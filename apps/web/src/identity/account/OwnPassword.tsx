import { changePassword } from '@guichet/contract/identity/account';
import { type FormEvent, useState } from 'react';
import { FailureNotice, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { CurrentPasswordField } from '../../core/parts/passwords/CurrentPasswordField.tsx';
import {
  NewPasswordFields,
  type NewPasswords,
  noPasswords,
} from '../../core/parts/passwords/NewPasswordFields.tsx';
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
        <OwnPasswordForm
          key={changes}
          busy={change.isPending}
          failure={change.error}
          sent={change.variables}
          isWrong={change.data === false}
          onSave={(form) =>
            change.mutate(form, {
              onSuccess: (isChanged) => {
                if (!isChanged) return;
                setChanges(changes + 1);
                showToast({ tone: 'success', text: t('Account.Password.Done') });
              },
            })
          }
        />
      )}
    </Card>
  );
}

interface OwnPasswords extends NewPasswords {
  readonly currentPassword: string;
}

interface OwnPasswordFormProps {
  busy: boolean;
  failure: unknown;
  sent: OwnPasswords | undefined;
  isWrong: boolean;
  onSave: (form: OwnPasswords) => void;
}

function OwnPasswordForm({ busy, failure, sent, isWrong, onSave }: OwnPasswordFormProps) {
  const t = useT();
  const userName = useSession((session) => session.username);
  const [currentPassword, setCurrentPassword] = useState('');
  const [passwords, setPasswords] = useState(noPasswords);
  const form = useFirstInvalidFocus(isWrong || failure);
  const now = { currentPassword, ...passwords };
  const faultsAt = useFieldFaults(failure, { schema: changePassword.body.schema, sent, now });
  const isStillWrong = isWrong && currentPassword === sent?.currentPassword;

  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(now);
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
        <Button type="submit" variant="primary" busy={busy} busyLabel={t('ResetPassword.Busy')}>
          {t('Account.Password.Change')}
        </Button>
      </div>
    </form>
  );
}

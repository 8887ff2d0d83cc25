import { useState } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { useSession } from '../../platform/session/sessionStore.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Notice } from '../../ui/states/Notice.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChangePassword } from './account.api.ts';
import { FirstPasswordNotice } from './FirstPasswordNotice.tsx';
import { OwnPasswordForm } from './OwnPasswordForm.tsx';

/** Changes the own password; a temporary one is replaced without entering it again. */
export function OwnPassword({ mustChoose }: { mustChoose: boolean }) {
  const t = useT();
  const isImpersonating = useSession((session) => session.isImpersonating);
  const change = useChangePassword();
  // A new form after each change, so that no secret stays in the fields.
  const [changes, setChanges] = useState(0);

  if (mustChoose) return <FirstPasswordNotice />;
  return (
    <Card title={t('Account.Password')} description={t('Account.Password.Lead')}>
      {isImpersonating ? (
        <Notice>{t('Account.Password.NotYours')}</Notice>
      ) : (
        <OwnPasswordForm
          key={changes}
          busy={change.isPending}
          failure={change.error}
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

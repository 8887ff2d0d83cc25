import { useQueryClient } from '@tanstack/react-query';
import { useT } from '../../platform/i18n/useT.ts';
import { usePageTitle } from '../../platform/page/usePageTitle.ts';
import { signOut } from '../../platform/session/sessionStore.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { showToast } from '../../ui/toasts/toastStore.ts';
import { useChooseFirstPassword } from './account.api.ts';
import { FirstPasswordForm } from './FirstPasswordForm.tsx';

/** Shown instead of every page while the session's password is a mailed one; the page follows afterwards. */
export function PasswordDue() {
  const t = useT();
  const queries = useQueryClient();
  const choose = useChooseFirstPassword();
  usePageTitle(t('FirstPassword.Title'));
  return (
    <Page>
      <PageHeader title={t('FirstPassword.Title')} description={t('PasswordDue.Lead')} />
      <div className="max-w-xl">
        <Card>
          <FirstPasswordForm
            busy={choose.isPending}
            failure={choose.error}
            cancelLabel={t('PasswordDue.Leave')}
            onCancel={signOut}
            onSave={(passwords) =>
              choose.mutate(passwords, {
                onSuccess: () => {
                  showToast({ tone: 'success', text: t('FirstPassword.Done') });
                  void queries.resetQueries({ queryKey: ['access'] });
                },
              })
            }
          />
        </Card>
      </div>
    </Page>
  );
}

import type { Application, ApplicationList, NewSecret } from '@guichet/contract/identity/provider.clients';
import { useT } from '../../core/i18n/useT.ts';
import { SubjectDialog } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { CopiedField } from '../../core/parts/forms/CopiedField.tsx';
import { DialogActions } from '../../ui/aria/Dialog.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/states/Notice.tsx';

/** An application that was registered, or has a new secret. */
export type Made = NewSecret & Pick<Application, 'kind' | 'name'> & { readonly startsHere?: boolean };

export interface SecretDialogProps {
  made: Made | null;
  addresses: Pick<ApplicationList, 'issuer' | 'samlMetadata' | 'entryBase'>;
  onClose: () => void;
}

/** The texts to enter in the application; the secret is shown here and never again. */
export function SecretDialog({ made, addresses, onClose }: SecretDialogProps) {
  const t = useT();
  return (
    <SubjectDialog
      of={made}
      onClose={onClose}
      title={({ name }) => t('Applications.Enter.Title', { name })}
      sticky
    >
      {(shown) => (
        <div className="flex flex-col gap-4">
          {shown.kind === 'saml' ? (
            <>
              <p>{t('Applications.Enter.About.Saml')}</p>
              <CopiedField label={t('Applications.SamlMetadata')} value={addresses.samlMetadata} />
              {shown.startsHere && (
                <CopiedField label={t('Applications.Entry')} value={`${addresses.entryBase}/${shown.id}`} />
              )}
            </>
          ) : (
            <>
              <p>{t('Applications.Enter.About')}</p>
              <CopiedField label={t('Applications.Issuer')} value={addresses.issuer} />
              <CopiedField label={t('Applications.ClientId')} value={shown.id} />
            </>
          )}
          {shown.secret !== null && (
            <>
              <CopiedField label={t('Applications.Secret')} value={shown.secret} />
              <Notice tone="warning">{t('Applications.Secret.Once')}</Notice>
            </>
          )}
          <DialogActions>
            <Button variant="primary" onClick={onClose}>
              {t('Applications.Enter.Done')}
            </Button>
          </DialogActions>
        </div>
      )}
    </SubjectDialog>
  );
}

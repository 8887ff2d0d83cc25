import { useQuery } from '@tanstack/react-query';
import { useLanguage, useT } from '../../../platform/i18n/useT.ts';
import { Loaded } from '../../../platform/lists/Loaded.tsx';
import { useFailureText } from '../../../platform/useFailureText.ts';
import { isToldAtFields } from '../../../platform/useFieldFaults.tsx';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { DoneNotice } from '../DoneNotice.tsx';
import { rolesOptions } from '../search/search.api.ts';
import { NewUserForm } from './NewUserForm.tsx';
import { isAlreadyThere, type NewUser, useCreateUser } from './newUser.api.ts';

export interface NewUserDialogProps {
  open: boolean;
  /** The system from whose page it opens. */
  systemId: number | null;
  onClose: () => void;
}

/** Makes an account (S4.32): what went wrong leaves the dialog open with all that was typed (S8.6). */
export function NewUserDialog({ open, systemId, onClose }: NewUserDialogProps) {
  const t = useT();
  const failureText = useFailureText();
  const roles = useQuery({ ...rolesOptions(useLanguage()), enabled: open });
  const create = useCreateUser();

  function close() {
    create.reset();
    onClose();
  }

  function save(user: NewUser) {
    create.mutate(user, {
      onError: (failure) => {
        if (isToldAtFields(failure) || isAlreadyThere(failure)) return;
        showToast({ tone: 'danger', title: 'Error', titleLang: 'en', text: failureText(failure) });
      },
    });
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('NewUser.Open')}
      closeLabel={t('Dialog.Close')}
      busy={create.isPending}
      sticky
    >
      {create.isSuccess ? (
        <DoneNotice title="OK" onEnd={close}>
          {t('NewUser.Done', { name: `${create.variables.firstName} ${create.variables.lastName}` })}
        </DoneNotice>
      ) : (
        <Loaded query={roles}>
          {(all) => (
            <NewUserForm
              offered={all.filter(({ mayGive }) => mayGive)}
              systemId={systemId}
              busy={create.isPending}
              failure={create.error}
              onSave={save}
              onCancel={close}
            />
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

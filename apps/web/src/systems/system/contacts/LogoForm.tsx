import type { System } from '@guichet/contract/systems/systems';
import { removeLogo, saveLogo } from '@guichet/contract/systems/systems.logo';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../core/call/call.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { DialogForm } from '../../../core/parts/forms/DialogForm.tsx';
import { isTooLarge, LogoField } from '../LogoField.tsx';
import { useShowSystems } from './contacts.api.ts';

export function LogoForm({ system, onClose }: { system: System; onClose: () => void }) {
  const t = useT();
  const showSystems = useShowSystems();
  const [logo, setLogo] = useState<File | null | undefined>();
  const params = { systemId: system.id };
  const save = useMutation({
    mutationFn: (file: File | null) =>
      file ? call(saveLogo, { params, body: {}, file }) : call(removeLogo, { params }),
    onSuccess(changed) {
      showSystems([changed]);
      onClose();
    },
  });

  function submit() {
    if (logo === undefined) return onClose();
    if (!isTooLarge(logo)) save.mutate(logo);
  }

  return (
    <DialogForm
      submitLabel={t('Systems.Change.Submit')}
      busyLabel={t('Systems.Change.Busy')}
      call={save}
      onSubmit={submit}
    >
      <LogoField system={system} value={logo} onChange={setLogo} disabled={save.isPending} />
    </DialogForm>
  );
}

import { createSystem, type System } from '@guichet/contract/systems/systems';
import { useCall } from '../../core/call/query.ts';
import { useT } from '../../core/i18n/useT.ts';
import { ClosableDialog, DialogForm } from '../../core/parts/dialogs/ClosableDialog.tsx';
import { NewSystemFields, useSystemFields } from './SystemFields.tsx';
import { emptyDraft, type SystemDraft, toNewSystem } from './systemDraft.ts';

export interface CreateSystemDialogProps {
  open: boolean;
  systems: readonly System[];
  onCreated: (system: System, copiedFrom: System | null) => void;
  onClose: () => void;
}

/** S2.55: creates a system. */
export function CreateSystemDialog({ open, systems, onCreated, onClose }: CreateSystemDialogProps) {
  const t = useT();
  const create = useCall(createSystem);
  const fields = useSystemFields(draftAfter(systems), {
    schema: createSystem.body.schema,
    sent: create.variables?.body,
    error: create.error,
    bodyOf: toNewSystem,
  });

  function close() {
    create.reset();
    fields.change(draftAfter(systems));
    onClose();
  }

  function submit() {
    const wanted = toNewSystem(fields.draft);
    const copiedFrom = systems.find(({ id }) => id === wanted.copyFromSystem) ?? null;
    const onSuccess = (system: System) => {
      close();
      fields.change(draftAfter([...systems, system]));
      onCreated(system, copiedFrom);
    };
    create.mutate({ body: wanted }, { onSuccess });
  }

  return (
    <ClosableDialog open={open} onClose={close} title={t('Systems.Create')}>
      <DialogForm
        submitLabel={t('Systems.Create.Submit')}
        busyLabel={t('Systems.Create.Busy')}
        call={create}
        onSubmit={submit}
      >
        <NewSystemFields systems={systems} fields={fields} />
      </DialogForm>
    </ClosableDialog>
  );
}

/** An empty form with the next free number. */
function draftAfter(systems: readonly System[]): SystemDraft {
  return { ...emptyDraft, id: String(Math.max(0, ...systems.map(({ id }) => id)) + 1) };
}

import { interfaceLabels, Label } from '@guichet/contract/systems/content';
import { useId, useState } from 'react';
import { useValidationText } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog, DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';

export interface AddLabelDialogProps {
  open: boolean;
  labels: readonly string[];
  onAdd: (label: string) => void;
  onClose: () => void;
}

export function AddLabelDialog({ open, onClose, ...form }: AddLabelDialogProps) {
  const t = useT();
  return (
    <ClosableDialog open={open} onClose={onClose} title={t('Content.Add')} size="sm">
      <AddLabelForm {...form} />
    </ClosableDialog>
  );
}

/** The label is created only when its texts are saved; until then it is just a tab. */
function AddLabelForm({ labels, onAdd }: Pick<AddLabelDialogProps, 'labels' | 'onAdd'>) {
  const t = useT();
  const validationText = useValidationText();
  const suggestions = useId();
  const [label, setLabel] = useState('');
  const [fault, setFault] = useState<{ messageKey: string } | null>(null);

  function submit() {
    const parsed = Label.safeParse(label);
    const isTaken = parsed.success && labels.some((one) => one.toLowerCase() === parsed.data.toLowerCase());
    if (parsed.success && !isTaken) onAdd(parsed.data);
    else setFault({ messageKey: parsed.error?.issues[0]?.message ?? 'labelTaken' });
  }

  return (
    <DialogForm submitLabel={t('Content.Add.Submit')} failure={fault} isTold onSubmit={submit}>
      <TextField
        label={t('Content.Label')}
        hint={t('Content.Label.Hint')}
        name="label"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        list={suggestions}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
        error={fault && validationText(fault.messageKey, 'label')}
      />
      <datalist id={suggestions}>
        {interfaceLabels
          .filter((name) => !labels.includes(name))
          .map((name) => (
            <option key={name} value={name} />
          ))}
      </datalist>
    </DialogForm>
  );
}

import type { MailField } from '@guichet/contract/systems/systemFields';
import { changeMailFrames, type System } from '@guichet/contract/systems/systems';
import { useState } from 'react';
import { findFaults } from '../../../core/call/buildRequest.ts';
import { useCallFaults } from '../../../core/forms/formFaults.tsx';
import { useT } from '../../../core/i18n/useT.ts';
import { DialogForm } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { mailLabels } from '../../../core/parts/mails/MailTextFields.tsx';
import { Segmented } from '../../../ui/fields/Segmented.tsx';
import { Options, Select } from '../../../ui/fields/Select.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useChangeFrames } from './contacts.api.ts';

export interface FillFormProps {
  systems: readonly System[];
  fields: readonly MailField[];
  /** The cell from which the value is taken. */
  from: { readonly name: MailField; readonly value: string };
  onClose: () => void;
}

/** Gives a value to all systems, or to systems whose field is empty, after showing what changes. */
export function FillForm({ systems, fields, from, onClose }: FillFormProps) {
  const t = useT();
  const save = useChangeFrames('fill');
  const [{ name, value }, setFill] = useState(from);
  const [scope, setScope] = useState<'missing' | 'all'>('missing');
  const text = value.trim();
  const changes = systems.filter(
    (system) => (system[name] ?? '') !== text && (scope === 'all' || !system[name]),
  );
  const bodyOf = (of: readonly System[]) => ({ systemIds: of.map(({ id }) => id), [name]: value });
  const faultsAt = useCallFaults(save, changeMailFrames, bodyOf(changes));

  // A value that the save would refuse is offered to no system.
  const isRefused = findFaults(changeMailFrames.body.schema, bodyOf(changes)).some(
    ({ path }) => path === name,
  );

  function submit() {
    if (changes.length === 0) return onClose();
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Contacts.Filled', { count: changes.length }) });
      onClose();
    };
    save.mutate({ body: bodyOf(changes) }, { onSuccess });
  }

  return (
    <DialogForm
      submitLabel={t(changes.length === 0 ? 'Dialog.Close' : 'Contacts.Fill.Submit', {
        count: changes.length,
      })}
      busyLabel={t('Systems.Change.Busy')}
      call={save}
      onSubmit={submit}
    >
      <Select
        label={t('Contacts.Fill.Field')}
        value={name}
        onChange={({ target }) => setFill({ name: target.value as MailField, value })}
      >
        <Options of={fields} each={(field) => [field, t(mailLabels[field])]} />
      </Select>
      <TextField
        name={name}
        label={t('Contacts.Fill.Value')}
        hint={scope === 'all' ? t('Contacts.Fill.Empty') : undefined}
        hintBelow
        autoComplete="off"
        value={value}
        onChange={({ target }) => setFill({ name, value: target.value })}
        error={faultsAt(name)}
      />
      <Segmented
        legend={t('Contacts.Fill.Scope')}
        legendHidden={false}
        value={scope}
        onChange={setScope}
        options={(['missing', 'all'] as const).map((one) => ({
          value: one,
          label: t(`Contacts.Fill.Scope.${one}`),
        }))}
      />
      <div role="status" className="text-sm">
        {changes.length === 0 ? (
          t('Contacts.Fill.Nothing')
        ) : isRefused ? null : (
          <>
            <p className="font-medium text-ink">{t('Contacts.Fill.Changes', { count: changes.length })}</p>
            <ul className="mt-1 flex flex-col gap-0.5 text-muted [overflow-wrap:anywhere]">
              {changes.map((system) => (
                <li key={system.id}>
                  {t('Contacts.Fill.Change', {
                    name: system.name,
                    before: system[name] ?? t('Contacts.None'),
                    after: text || t('Contacts.None'),
                  })}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </DialogForm>
  );
}

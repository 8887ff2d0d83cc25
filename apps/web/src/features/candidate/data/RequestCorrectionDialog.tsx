import {
  correctionFields,
  type findOwnData,
  requestCorrection,
} from '@guichet/contract/candidate.corrections';
import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import { useState } from 'react';
import { DialogForm } from '../../../parts/forms/DialogForm.tsx';
import { useFieldFaults } from '../../../platform/forms/useFieldFaults.tsx';
import { useLanguage, useT } from '../../../platform/i18n/useT.ts';
import { Dialog } from '../../../ui/aria/Dialog.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { useRequestCorrection } from '../candidate.api.ts';

export interface RequestCorrectionDialogProps {
  systems: ReplyOf<typeof findOwnData>['systems'];
  open: boolean;
  onClose: () => void;
}

/** Asks the administrators of a programme to correct something. */
export function RequestCorrectionDialog({ systems, open, onClose }: RequestCorrectionDialogProps) {
  const t = useT();
  const request = useRequestCorrection();

  function close() {
    request.reset();
    onClose();
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('MyData.Ask')}
      closeLabel={t('Dialog.Close')}
      busy={request.isPending}
    >
      <CorrectionForm systems={systems} request={request} onClose={close} />
    </Dialog>
  );
}

interface CorrectionFormProps extends Pick<RequestCorrectionDialogProps, 'systems' | 'onClose'> {
  request: ReturnType<typeof useRequestCorrection>;
}

function CorrectionForm({ systems, request, onClose }: CorrectionFormProps) {
  const t = useT();
  const language = useLanguage();
  const [form, setForm] = useState<BodyOf<typeof requestCorrection>>({
    systemId: systems[0]?.systemId ?? 0,
    field: correctionFields[0],
    request: '',
  });
  const { schema } = requestCorrection.body;
  const faultsAt = useFieldFaults(request.error, { schema, sent: request.variables, now: form });

  function send() {
    request.mutate(form, {
      onSuccess: () => {
        showToast({ tone: 'success', text: t('MyData.Ask.Done') });
        onClose();
      },
    });
  }

  return (
    <DialogForm
      submitLabel={t('MyData.Ask.Submit')}
      busy={request.isPending}
      failure={request.error}
      onSubmit={send}
      onCancel={onClose}
    >
      <p className="text-muted">{t('MyData.Ask.Lead')}</p>
      {systems.length > 1 && (
        <Select
          label={t('Correction.System')}
          name="systemId"
          value={form.systemId}
          onChange={({ target }) => setForm({ ...form, systemId: Number(target.value) })}
        >
          {systems.map(({ systemId, title }) => (
            <option key={systemId} value={systemId}>
              {title[language]}
            </option>
          ))}
        </Select>
      )}
      <Select
        label={t('Correction.Field')}
        name="field"
        value={form.field}
        onChange={({ target }) =>
          setForm({ ...form, field: correctionFields.find((one) => one === target.value) ?? form.field })
        }
      >
        {correctionFields.map((field) => (
          <option key={field} value={field}>
            {t(`Correction.Field.${field}`)}
          </option>
        ))}
      </Select>
      <TextArea
        label={t('Correction.Request')}
        hint={t('Correction.Request.Hint')}
        name="request"
        maxLength={1000}
        value={form.request}
        onChange={({ target }) => setForm({ ...form, request: target.value })}
        error={faultsAt('request')}
      />
    </DialogForm>
  );
}

import type { BodyOf, ReplyOf } from '@guichet/contract/core/endpoint';
import {
  correctionFields,
  type findOwnData,
  requestCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { useState } from 'react';
import { type Calling, useCall } from '../../../core/call/useCall.ts';
import { useFieldFaults } from '../../../core/forms/useFieldFaults.tsx';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { DialogForm } from '../../../core/parts/forms/DialogForm.tsx';
import { Options } from '../../../ui/fields/Options.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import { RequestFields } from '../corrections/RequestFields.tsx';

/** A signed-in person changes their password themselves. */
const ownFields = correctionFields.filter((field) => field !== 'password');

export interface RequestCorrectionDialogProps {
  systems: ReplyOf<typeof findOwnData>['systems'];
  open: boolean;
  onClose: () => void;
}

/** Asks the administrators of a programme to correct something. */
export function RequestCorrectionDialog({ systems, open, onClose }: RequestCorrectionDialogProps) {
  const t = useT();
  const request = useCall(requestCorrection);

  function close() {
    request.reset();
    onClose();
  }

  return (
    <ClosableDialog open={open} onClose={close} title={t('MyData.Ask')} busy={request.isPending}>
      <CorrectionForm systems={systems} request={request} onClose={close} />
    </ClosableDialog>
  );
}

interface CorrectionFormProps extends Pick<RequestCorrectionDialogProps, 'systems'> {
  request: Calling<typeof requestCorrection>;
  onClose: () => void;
}

function CorrectionForm({ systems, request, onClose }: CorrectionFormProps) {
  const t = useT();
  const language = useLanguage();
  const [draft, setDraft] = useState<BodyOf<typeof requestCorrection>>({
    systemId: systems[0]?.systemId ?? 0,
    field: correctionFields[0],
    request: '',
  });
  const { schema } = requestCorrection.body;
  const faultsAt = useFieldFaults(request.error, { schema, sent: request.variables?.body, now: draft });

  function send() {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('MyData.Ask.Done') });
      onClose();
    };
    request.mutate({ body: draft }, { onSuccess });
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
          value={draft.systemId}
          onChange={({ target }) => setDraft({ ...draft, systemId: Number(target.value) })}
        >
          <Options of={systems} each={({ systemId, title }) => [systemId, title[language]]} />
        </Select>
      )}
      <RequestFields
        fields={ownFields}
        draft={draft}
        onChange={(request) => setDraft({ ...draft, ...request })}
        label={t('Correction.Request')}
        hint={t('Correction.Request.Hint')}
        fault={faultsAt('request')}
      />
    </DialogForm>
  );
}

import type { ReplyOf } from '@guichet/contract/core/endpoint';
import {
  correctionFields,
  type listCorrectionsOf,
  requestCorrectionOf,
} from '@guichet/contract/exams/candidate.corrections';
import { useState } from 'react';
import { useCall } from '../../../../core/call/useCall.ts';
import { useFieldFaults } from '../../../../core/forms/useFieldFaults.tsx';
import { useT } from '../../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../../core/parts/dialogs/ClosableDialog.tsx';
import { DialogForm } from '../../../../core/parts/forms/DialogForm.tsx';
import { showToast } from '../../../../ui/toasts/toastStore.ts';
import { useManagerNames } from '../ManagerNames.tsx';
import { type RequestDraft, RequestFields } from '../RequestFields.tsx';

interface WriteRequestFormProps
  extends Pick<ReplyOf<typeof listCorrectionsOf>, 'managers' | 'passedOnFields'> {
  person: { readonly id: number; readonly fullName: string };
}

export interface WriteRequestDialogProps extends WriteRequestFormProps {
  open: boolean;
  onClose: () => void;
}

/** Writes down what a caller asks for; says to whom it goes. */
export function WriteRequestDialog({ open, onClose, ...of }: WriteRequestDialogProps) {
  const t = useT();
  const title = t('Corrections.Write.Of', { name: of.person.fullName });
  return (
    <ClosableDialog open={open} onClose={onClose} title={title}>
      <WriteRequestForm onClose={onClose} {...of} />
    </ClosableDialog>
  );
}

function WriteRequestForm({
  person,
  managers,
  passedOnFields,
  onClose,
}: WriteRequestFormProps & { onClose: () => void }) {
  const t = useT();
  const namesOf = useManagerNames();
  const request = useCall(requestCorrectionOf);
  const [draft, setDraft] = useState<RequestDraft>({ field: correctionFields[0], request: '' });
  const { schema } = requestCorrectionOf.body;
  const faultsAt = useFieldFaults(request.error, { schema, sent: request.variables?.body, now: draft });
  const goesOn = passedOnFields.includes(draft.field);

  function send() {
    const onSuccess = () => {
      showToast({ tone: 'success', text: t('Corrections.Write.Done') });
      onClose();
    };
    request.mutate({ params: { id: person.id }, body: draft }, { onSuccess });
  }

  return (
    <DialogForm
      submitLabel={t('MyData.Ask.Submit')}
      busy={request.isPending}
      failure={request.error}
      onSubmit={send}
      onCancel={onClose}
    >
      <RequestFields
        fields={correctionFields}
        draft={draft}
        onChange={setDraft}
        label={t('Corrections.Write.Request')}
        hint={t('Corrections.Write.Hint')}
        fault={faultsAt('request')}
      />
      <p aria-live="polite" className="text-muted [overflow-wrap:anywhere]">
        {goesOn
          ? t('Corrections.Write.GoesOn', { names: namesOf(managers) })
          : t('Corrections.Write.ToProgram')}
      </p>
    </DialogForm>
  );
}

import type { ReplyOf } from '@guichet/contract/core/endpoint';
import { listOwnExams } from '@guichet/contract/exams/candidate';
import {
  correctionFields,
  type findOwnData,
  requestCorrection,
} from '@guichet/contract/exams/candidate.corrections';
import { useState } from 'react';
import { query, useCall, useQuery } from '../../../core/call/query.ts';
import { useLanguage, useT } from '../../../core/i18n/useT.ts';
import { ClosableDialog } from '../../../core/parts/dialogs/ClosableDialog.tsx';
import { Options, Select } from '../../../ui/fields/Select.tsx';
import { RequestForm } from '../corrections/RequestForm.tsx';

/** A signed-in person changes their password themselves. */
const ownFields = correctionFields.filter((field) => field !== 'password');

export interface RequestCorrectionDialogProps {
  systems: ReplyOf<typeof findOwnData>['systems'];
  open: boolean;
  onSent: () => void;
  onClose: () => void;
}

/** Asks the administrators of a programme to correct something. */
export function RequestCorrectionDialog({ open, onClose, ...form }: RequestCorrectionDialogProps) {
  const t = useT();
  return (
    <ClosableDialog open={open} onClose={onClose} title={t('MyData.Ask')}>
      <CorrectionForm {...form} onClose={onClose} />
    </ClosableDialog>
  );
}

function CorrectionForm({ systems, onSent, onClose }: Omit<RequestCorrectionDialogProps, 'open'>) {
  const t = useT();
  const request = useCall(requestCorrection);
  const language = useLanguage();
  const own = useQuery(query(listOwnExams));
  const [chosen, setSystemId] = useState<number | null>(null);
  // Most requests are about the next exam.
  const next = own.data?.find(({ isPast }) => !isPast);
  const ofNext = systems.find(({ title }) => title[language] === next?.systemTitle[language]);
  const systemId = chosen ?? (ofNext ?? systems[0])?.systemId ?? 0;
  const system = systems.find((one) => one.systemId === systemId);

  return (
    <RequestForm
      fields={ownFields}
      label={t('Correction.Request')}
      hint={(field) => t(`Correction.Request.${field}.Hint`)}
      schema={requestCorrection.body.schema}
      call={request}
      exams={(own.data ?? [])
        .filter(({ systemTitle }) => systemTitle[language] === system?.title[language])
        .map((one) => ({ ...one, title: one.title[language] }))}
      lead={
        <>
          <p className="text-muted">{t('MyData.Ask.Lead')}</p>
          {systems.length > 1 && (
            <Select
              label={t('Correction.System')}
              name="systemId"
              value={systemId}
              onChange={({ target }) => setSystemId(Number(target.value))}
            >
              <Options of={systems} each={({ systemId: id, title }) => [id, title[language]]} />
            </Select>
          )}
        </>
      }
      onSend={(asked) => {
        const onSuccess = () => {
          onSent();
          onClose();
        };
        request.mutate({ body: { systemId, ...asked } }, { onSuccess });
      }}
    />
  );
}

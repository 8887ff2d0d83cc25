import { type CorrectionField, correctionFields } from '@guichet/contract/exams/candidate.corrections';
import type { ReactNode } from 'react';
import { useT } from '../../../core/i18n/useT.ts';
import { Options } from '../../../ui/fields/Options.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextArea } from '../../../ui/fields/TextArea.tsx';

export interface RequestDraft {
  readonly field: CorrectionField;
  readonly request: string;
}

export interface RequestFieldsProps {
  fields: readonly CorrectionField[];
  draft: RequestDraft;
  onChange: (draft: RequestDraft) => void;
  label: string;
  hint: string;
  fault: ReactNode;
}

/** The fields of a request: subject and text. */
export function RequestFields({ fields, draft, onChange, label, hint, fault }: RequestFieldsProps) {
  const t = useT();
  return (
    <>
      <Select
        label={t('Correction.Field')}
        name="field"
        value={draft.field}
        onChange={({ target }) =>
          onChange({ ...draft, field: correctionFields.find((one) => one === target.value) ?? draft.field })
        }
      >
        <Options of={fields} each={(field) => [field, t(`Correction.Field.${field}`)]} />
      </Select>
      <TextArea
        label={label}
        hint={hint}
        name="request"
        maxLength={1000}
        value={draft.request}
        onChange={({ target }) => onChange({ ...draft, request: target.value })}
        error={fault}
      />
    </>
  );
}

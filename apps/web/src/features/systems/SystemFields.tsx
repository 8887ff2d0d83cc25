import { useState } from 'react';
import { useFieldFaults } from '../../platform/forms/useFieldFaults.tsx';
import { useT } from '../../platform/i18n/useT.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { SystemDraft } from './systemDraft.ts';

/** A system being edited: its draft, and the properties of the field of each of its texts. */
export function useSystemFields(first: SystemDraft, failure: unknown) {
  const [draft, setDraft] = useState(first);
  const faultsAt = useFieldFaults(failure);
  const change = (patch: Partial<SystemDraft>) => setDraft({ ...draft, ...patch });
  const text = (name: keyof SystemDraft, maxLength?: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    error: faultsAt(name),
  });
  return { draft, change, text };
}

export interface SystemFieldsProps {
  fields: ReturnType<typeof useSystemFields>;
}

/** The fields that a system has at creation and later: sender of its mails, and the platform's numbers. */
export function SystemFields({ fields: { text } }: SystemFieldsProps) {
  const t = useT();
  const number = { note: t('Systems.Optional'), inputMode: 'numeric' } as const;
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...text('emailFrom', 254)}
          label={t('Systems.EmailFrom')}
          hint={t('Systems.EmailFrom.Hint')}
          type="email"
        />
        <TextField
          {...text('emailFromName', 100)}
          label={t('Systems.EmailFromName')}
          hint={t('Systems.EmailFromName.Hint')}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...text('templateId')} {...number} label={t('Systems.TemplateId')} />
        <TextField {...text('semesterId')} {...number} label={t('Systems.SemesterId')} />
      </div>
    </>
  );
}

import type { ReactNode } from 'react';
import { useT } from '../../platform/i18n/useT.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { ChangeDraft, SystemDraft } from './systemDraft.ts';

export interface SystemFieldsProps {
  draft: SystemDraft;
  onChange: ChangeDraft;
  faultsAt: (field: string) => ReactNode;
}

/** The fields that a system has at creation and later: sender of its mails, and the platform's numbers. */
export function SystemFields({ draft, onChange, faultsAt }: SystemFieldsProps) {
  const t = useT();
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('Systems.EmailFrom')}
          hint={t('Systems.EmailFrom.Hint')}
          name="emailFrom"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={draft.emailFrom}
          onChange={(event) => onChange({ emailFrom: event.target.value })}
          error={faultsAt('emailFrom')}
        />
        <TextField
          label={t('Systems.EmailFromName')}
          hint={t('Systems.EmailFromName.Hint')}
          name="emailFromName"
          autoComplete="off"
          maxLength={100}
          value={draft.emailFromName}
          onChange={(event) => onChange({ emailFromName: event.target.value })}
          error={faultsAt('emailFromName')}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('Systems.TemplateId')}
          note={t('Systems.Optional')}
          name="templateId"
          inputMode="numeric"
          autoComplete="off"
          value={draft.templateId}
          onChange={(event) => onChange({ templateId: event.target.value })}
          error={faultsAt('templateId')}
        />
        <TextField
          label={t('Systems.SemesterId')}
          note={t('Systems.Optional')}
          name="semesterId"
          inputMode="numeric"
          autoComplete="off"
          value={draft.semesterId}
          onChange={(event) => onChange({ semesterId: event.target.value })}
          error={faultsAt('semesterId')}
        />
      </div>
    </>
  );
}

import { freeCoursePrefix, makeSlug } from '@guichet/contract/systems/systemFields';
import type { System } from '@guichet/contract/systems/systems';
import { useState } from 'react';
import { bindText, type TypedForm, useFieldFaults } from '../../core/forms/formFaults.tsx';
import { useT } from '../../core/i18n/useT.ts';
import { MailTextFields } from '../../core/parts/mails/MailTextFields.tsx';
import { lengthNote } from '../../ui/fields/lengthNote.tsx';
import { Options, Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import type { SystemDraft } from './systemDraft.ts';

/** The call that stores a system; `bodyOf` gives the body for a draft. */
export interface SystemCall<Body extends object> extends Pick<TypedForm<Body>, 'schema' | 'sent'> {
  readonly error: unknown;
  readonly bodyOf: (draft: SystemDraft) => Body;
}

/** A system being edited: the draft, and the properties of each text field. */
export function useSystemFields<Body extends object>(first: SystemDraft, call: SystemCall<Body>) {
  const [draft, setDraft] = useState(first);
  const { error, bodyOf, ...form } = call;
  const faultsAt = useFieldFaults(error, { ...form, now: bodyOf(draft) });
  const change = (patch: Partial<SystemDraft>) => setDraft({ ...draft, ...patch });
  const text = (name: keyof SystemDraft, limit?: number) => ({
    ...bindText(draft, change, faultsAt)(name),
    note: limit === undefined ? undefined : lengthNote(draft[name], limit),
  });
  return { draft, change, text };
}

export interface SystemFieldsProps {
  fields: ReturnType<typeof useSystemFields>;
}

/** The fields of a new and an existing system: sender and footer of mails, and numbers of the platform. */
export function SystemFields({ fields: { text } }: SystemFieldsProps) {
  const t = useT();
  const number = { note: t('Systems.Optional'), inputMode: 'numeric' } as const;
  return (
    <>
      <p className="text-muted text-sm">{t('Systems.Mails.About')}</p>
      <MailTextFields text={text} />
      <div className="field-rows sm:grid-cols-2">
        <TextField
          {...text('semesterId')}
          {...number}
          label={t('Platforms.SemesterId')}
          hint={t('Systems.SemesterId.Hint')}
        />
        <TextField
          {...text('templateId')}
          {...number}
          label={t('Platforms.TemplateId')}
          hint={t('Systems.TemplateId.Hint')}
        />
      </div>
    </>
  );
}

interface NewSystemFieldsProps extends SystemFieldsProps {
  systems: readonly System[];
}

/** The fields of a new system; slug and prefix follow the name while it is typed. */
export function NewSystemFields({ fields, systems }: NewSystemFieldsProps) {
  const t = useT();
  const { draft, text } = fields;
  const slug = makeSlug(draft.name);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
        <TextField {...text('id')} label={t('Systems.Id')} inputMode="numeric" />
        <TextField {...text('name', 100)} label={t('Systems.Name')} hint={t('Systems.Name.Hint')} hintBelow />
      </div>
      <p className="-mt-2 text-muted text-sm [overflow-wrap:anywhere]">
        {slug
          ? t('Systems.Address', { path: `/fr/${slug}`, configuration: `/${slug}/configuration` })
          : t('Systems.Address.Later')}{' '}
        {t('Systems.Create.Fixed')}
      </p>
      <div className="field-rows sm:grid-cols-2">
        <TextField
          {...text('coursePrefix', 20)}
          label={t('Systems.CoursePrefix')}
          hint={t('Systems.CoursePrefix.Hint')}
          placeholder={slug && freeCoursePrefix(draft.name, systems)}
        />
        <Select {...text('copyFromSystem')} label={t('Systems.CopyFrom')} hint={t('Systems.CopyFrom.Hint')}>
          <option value="">{t('Systems.CopyFrom.None')}</option>
          <Options
            of={systems.filter(({ isArchived }) => !isArchived)}
            each={({ id, name }) => [id, `${id} – ${name}`]}
          />
        </Select>
      </div>
      <SystemFields fields={fields} />
    </>
  );
}

import { freeCoursePrefix, slugOf } from '@guichet/contract/systemFields';
import type { System } from '@guichet/contract/systems';
import { useT } from '../../platform/i18n/useT.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { SystemFields, type SystemFieldsProps } from './SystemFields.tsx';

export interface NewSystemFieldsProps extends SystemFieldsProps {
  systems: readonly System[];
}

/** The fields of a new system, with the slug and prefix derived from the name while it is typed. */
export function NewSystemFields({ draft, onChange, faultsAt, systems }: NewSystemFieldsProps) {
  const t = useT();
  const slug = slugOf(draft.name);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
        <TextField
          label={t('Systems.Id')}
          name="id"
          inputMode="numeric"
          autoComplete="off"
          value={draft.id}
          onChange={(event) => onChange({ id: event.target.value })}
          error={faultsAt('id')}
        />
        <TextField
          label={t('Systems.Name')}
          name="name"
          autoComplete="off"
          maxLength={100}
          value={draft.name}
          onChange={(event) => onChange({ name: event.target.value })}
          error={faultsAt('name')}
        />
      </div>
      <p className="-mt-2 text-muted text-sm [overflow-wrap:anywhere]">
        {slug
          ? t('Systems.Address', { path: `/fr/${slug}`, configuration: `/${slug}/configuration` })
          : t('Systems.Address.Later')}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('Systems.CoursePrefix')}
          hint={t('Systems.CoursePrefix.Hint')}
          name="coursePrefix"
          autoComplete="off"
          maxLength={20}
          placeholder={slug && freeCoursePrefix(draft.name, systems)}
          value={draft.coursePrefix}
          onChange={(event) => onChange({ coursePrefix: event.target.value })}
          error={faultsAt('coursePrefix')}
        />
        <Select
          label={t('Systems.CopyFrom')}
          hint={t('Systems.CopyFrom.Hint')}
          name="copyFromSystem"
          value={draft.copyFromSystem}
          onChange={(event) => onChange({ copyFromSystem: event.target.value })}
          error={faultsAt('copyFromSystem')}
        >
          <option value="">{t('Systems.CopyFrom.None')}</option>
          {systems.map(({ id, name }) => (
            <option key={id} value={id}>
              {`${id} – ${name}`}
            </option>
          ))}
        </Select>
      </div>
      <SystemFields draft={draft} onChange={onChange} faultsAt={faultsAt} />
    </>
  );
}

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
export function NewSystemFields({ fields, systems }: NewSystemFieldsProps) {
  const t = useT();
  const { draft, text } = fields;
  const slug = slugOf(draft.name);
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[8rem_1fr]">
        <TextField {...text('id')} label={t('Systems.Id')} inputMode="numeric" />
        <TextField {...text('name', 100)} label={t('Systems.Name')} />
      </div>
      <p className="-mt-2 text-muted text-sm [overflow-wrap:anywhere]">
        {slug
          ? t('Systems.Address', { path: `/fr/${slug}`, configuration: `/${slug}/configuration` })
          : t('Systems.Address.Later')}
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...text('coursePrefix', 20)}
          label={t('Systems.CoursePrefix')}
          hint={t('Systems.CoursePrefix.Hint')}
          placeholder={slug && freeCoursePrefix(draft.name, systems)}
        />
        <Select {...text('copyFromSystem')} label={t('Systems.CopyFrom')} hint={t('Systems.CopyFrom.Hint')}>
          <option value="">{t('Systems.CopyFrom.None')}</option>
          {systems.map(({ id, name }) => (
            <option key={id} value={id}>
              {`${id} – ${name}`}
            </option>
          ))}
        </Select>
      </div>
      <SystemFields fields={fields} />
    </>
  );
}

import type { AskedCorrection } from '@guichet/contract/exams/candidate.corrections';
import { useT } from '../../../core/i18n/useT.ts';

/** A person's request with all present values, since a request may concern more than the chosen field. */
export function RequestedCorrection({ correction }: { correction: AskedCorrection }) {
  const t = useT();
  const { field, request, person } = correction;
  const present = [
    { name: t('Corrections.Now.Name'), value: person.fullName },
    { name: t('User.email'), value: person.email },
    { name: t('User.studentNumber'), value: person.studentNumber ?? t('Corrections.Now.None') },
    {
      name: t('User.language'),
      value: person.language ? t(`Language.${person.language}`) : t('Corrections.Now.None'),
    },
    ...(person.hasSecondFactor === null
      ? []
      : [
          {
            name: t('UserInfo.SecondFactor'),
            value: t(person.hasSecondFactor ? 'Corrections.Now.On' : 'Corrections.Now.Off'),
          },
        ]),
  ];
  return (
    <dl className="flex flex-col gap-3 [overflow-wrap:anywhere]">
      <div>
        <dt className="text-muted text-sm">
          {t('Corrections.Asked', { field: t(`Correction.Field.${field}`) })}
        </dt>
        <dd className="whitespace-pre-line text-ink">{request}</dd>
      </div>
      {field !== 'exam' && (
        <div>
          <dt className="text-muted text-sm">{t('Corrections.Now')}</dt>
          {present.map(({ name, value }) => (
            <dd key={name} className="text-ink">
              {t('Corrections.Now.Fact', { name, value })}
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}

import type { AskedCorrection, Correction, Manager } from '@guichet/contract/exams/candidate.corrections';
import { useT, useTexts } from '../../../core/i18n/formats.ts';
import { StateChip } from '../../../ui/states/Badge.tsx';
import { findReceivers, useManagerNames } from './ManagerNames.tsx';

const tones = { answered: 'success', declined: 'neutral' } as const;

export function CorrectionState({ outcome, passedOn }: Pick<Correction, 'outcome' | 'passedOn'>) {
  const t = useT();
  return (
    <StateChip tone={outcome ? tones[outcome] : 'info'}>
      {outcome ? t(`Correction.Outcome.${outcome}`) : t(passedOn ? 'Correction.PassedOn' : 'Correction.Open')}
    </StateChip>
  );
}

interface CorrectionOriginProps {
  correction: Correction;
  /** Who may do what the reader may not; empty where the reader may, or is not told. */
  managers: readonly Manager[];
}

/** When and by whom a request was written, and to whom it was passed on. */
export function CorrectionOrigin({ correction, managers }: CorrectionOriginProps) {
  const { t, language, longDateTime } = useTexts();
  const namesOf = useManagerNames();
  const { systemTitle, askedAt, askedBy, passedOn, outcome } = correction;
  const lines = [
    `${systemTitle[language]} · ${longDateTime(askedAt)}`,
    askedBy !== null && t(askedBy ? 'Correction.AskedBy' : 'Correction.AskedBy.Support', { name: askedBy }),
    passedOn &&
      (passedOn.by || !outcome) &&
      t(way(passedOn.by), {
        name: passedOn.by,
        when: longDateTime(passedOn.at),
        names: namesOf(findReceivers(managers)),
      }),
  ].filter(Boolean);
  return (
    <p className="whitespace-pre-line text-muted text-sm [overflow-wrap:anywhere]">{lines.join('\n')}</p>
  );

  function way(by: string) {
    if (by === '') return 'Correction.PassedOn.Own';
    return managers.length > 0 ? 'Correction.PassedOn.To' : 'Correction.PassedOn.By';
  }
}

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

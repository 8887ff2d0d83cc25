import type { AskedCorrection } from '@guichet/contract/candidate.corrections';
import { type T, useT } from '../../../platform/i18n/useT.ts';

/** What a person asks to have corrected, and what stands now. */
export function RequestedCorrection({ correction }: { correction: AskedCorrection }) {
  const t = useT();
  const { field, request } = correction;
  const present = presentOf(t, correction);
  return (
    <dl className="flex flex-col gap-3 [overflow-wrap:anywhere]">
      <div>
        <dt className="text-muted text-sm">
          {t('Corrections.Asked', { field: t(`Correction.Field.${field}`) })}
        </dt>
        <dd className="whitespace-pre-line text-ink">{request}</dd>
      </div>
      {present !== null && (
        <div>
          <dt className="text-muted text-sm">{t('Corrections.Now')}</dt>
          <dd className="text-ink">{present}</dd>
        </div>
      )}
    </dl>
  );
}

/** Null for what the account does not say. */
function presentOf(t: T, { field, person }: AskedCorrection): string | null {
  switch (field) {
    case 'name':
      return person.fullName;
    case 'email':
      return person.email;
    case 'language':
      return t(`Language.${person.language}`);
    case 'studentNumber':
      return person.studentNumber ?? t('Corrections.Now.None');
    default:
      return null;
  }
}

import type { Application } from '@guichet/contract/identity/provider.clients';
import { useFormats, useT } from '../../core/i18n/formats.ts';
import { Notice } from '../../ui/states/Notice.tsx';

/** The last troubles of each application: what went wrong, when, and what to do. */
export function ApplicationTroubles({ applications }: { applications: readonly Application[] }) {
  const t = useT();
  const { longDateTime } = useFormats();
  return applications.flatMap(({ id, name, lastRefusal, signOutFailure }) => [
    lastRefusal && (
      <Notice
        key={`${id}-refusal`}
        tone="warning"
        title={t('Applications.Refused', { name, when: longDateTime(lastRefusal.at) })}
      >
        {t(`Applications.Refused.${lastRefusal.why}`, { detail: lastRefusal.detail ?? '' })}
      </Notice>
    ),
    signOutFailure && (
      <Notice
        key={`${id}-signOut`}
        tone="warning"
        title={t('Applications.NotTold', { name, when: longDateTime(signOutFailure.at) })}
      >
        {signOutFailure.fault
          ? t(`Providers.Fault.${signOutFailure.fault}`, { code: signOutFailure.detail ?? '' })
          : signOutFailure.detail}{' '}
        {t('Applications.NotTold.Next')}
      </Notice>
    ),
  ]);
}

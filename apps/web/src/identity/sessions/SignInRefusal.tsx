import { type Refusal, RefusalNotice } from '../../core/forms/RefusalNotice.tsx';
import { useLanguage, useT } from '../../core/i18n/useT.ts';
import { OfficeWays } from '../../core/parts/contact/OfficeWays.tsx';

/** Why a sign-in failed; for the owner of an account that lets nobody in, also the reason, and the office to call. */
export function SignInRefusal({ refusal }: { refusal: Refusal }) {
  const t = useT();
  const language = useLanguage();
  const { reason, contact } = refusal.shut ?? {};
  return (
    <RefusalNotice refusal={refusal}>
      {reason && <p className="mt-2">{t(`LoginPage.Shut.${reason}`)}</p>}
      {contact && (
        <div className="mt-2">
          <OfficeWays {...contact} office={contact.office?.[language] ?? null} />
        </div>
      )}
    </RefusalNotice>
  );
}

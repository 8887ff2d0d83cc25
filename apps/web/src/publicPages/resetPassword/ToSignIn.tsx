import { keepSystem } from '../../platform/address/location.ts';
import { useT } from '../../platform/i18n/useT.ts';
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx';

export function ToSignIn({ systemId }: { systemId: number | null }) {
  const t = useT();
  return (
    <ButtonLink href={keepSystem('/account/login', systemId)} variant="primary">
      {t('ResetPassword.Success.Action')}
    </ButtonLink>
  );
}

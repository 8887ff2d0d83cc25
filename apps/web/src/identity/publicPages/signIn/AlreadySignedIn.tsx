import '../../../ui/styles/light.css';
import { pathAfterSignIn } from '@guichet/contract/systems/landings';
import { keptLanguage } from '../../../core/i18n/lentLanguage.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { useSession } from '../../../core/session/sessionStore.ts';
import { ButtonLink } from '../../../ui/buttons/ButtonLink.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';

/** Shows a signed-in visitor the account, with links on. Another person may sign in below. */
export default function AlreadySignedIn() {
  const t = useT();
  const claims = useSession((session) => session.decodedToken);
  if (!claims) return null;
  return (
    <Notice
      action={
        <ButtonLink href={pathAfterSignIn(claims.role, keptLanguage())} size="sm">
          {t('LoginPage.Already.Continue')}
        </ButtonLink>
      }
    >
      {t('LoginPage.Already', { name: claims.name })}
    </Notice>
  );
}

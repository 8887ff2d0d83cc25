import type { NoAccess } from '@guichet/contract/identity/sessions.outcomes';
import type { ReactNode } from 'react';
import { SmallButton } from '../../ui/buttons/SmallButton.tsx';
import { Alert } from '../../ui/states/Notice.tsx';
import { keepSystem, useQuerySystemId } from '../address/location.ts';
import { type TextKey, useT } from '../i18n/useT.ts';
import { useWaitText } from './useWaitText.ts';

/**
 * S8.3 and S8.4 define the first two texts. Any other failure of a sign-in by password counts as `refused`,
 * whose text names no reason; the reason follows, and is the password only if the server has checked it.
 */
const texts = {
  refused: 'LoginPage.Error.4401',
  noAccess: 'LoginPage.Error.4403',
  challengeOver: 'LoginPage.Error.challengeOver',
  passwordLapsed: 'LoginPage.Error.passwordLapsed',
  linkDue: 'LoginPage.Error.linkDue',
  code: 'LoginPage.Error.code',
  passkey: 'LoginPage.Error.passkey',
  passkeyUnused: 'LoginPage.Error.passkeyUnused',
  tooMany: 'LoginPage.Error.tooMany',
  fault: 'LoginPage.Error.fault',
  unreachable: 'Federation.Refused.unreachable',
  misconfigured: 'Federation.Refused.misconfigured',
  off: 'Federation.Refused.off',
} as const satisfies Record<string, TextKey>;

export interface Refusal {
  readonly code: keyof typeof texts;
  /** Why the password could not be checked; null when the server has rejected it. */
  readonly cause: 'tooManyTries' | 'serverAtFault' | null;
  /** Seconds until the next try, if the server says so. */
  readonly secondsToWait: number | null;
  /** The server's text about a bug, with the number to give to whoever runs the portal. */
  readonly bug?: string | false;
  /** The field that was sent empty, which has the focus. */
  readonly missing?: 'username' | 'password' | undefined;
  /** Whether blanks stood around the rejected password, as around a text copied with the rest of a line. */
  readonly hasBlanks?: boolean;
  /** Whether this page has been refused several times in a row, with whatever addresses. */
  readonly isRepeated?: boolean;
  /** Why an account lets nobody in, and whom to call; the server tells its owner alone. */
  readonly shut?: NoAccess;
}

interface RefusalNoticeProps {
  refusal: Refusal;
  children?: ReactNode;
}

/** Why the sign-in failed, with the wait before the next try; says so when the fault is the server's. */
export function RefusalNotice({ refusal, children }: RefusalNoticeProps) {
  const t = useT();
  const waitText = useWaitText();
  const systemId = useQuerySystemId();
  const { code, cause, secondsToWait, bug, hasBlanks, isRepeated, missing } = refusal;
  return (
    <Alert
      action={
        hasBlanks && (
          <SmallButton onClick={({ currentTarget }) => retryWithoutBlanks(currentTarget.form)}>
            {t('LoginPage.Blanks.Remove')}
          </SmallButton>
        )
      }
    >
      {t(texts[code])}
      {children}
      {code === 'refused' && cause === null && (
        <p className="mt-2">{t(missing ? `LoginPage.Missing.${missing}` : 'LoginPage.CheckPassword')}</p>
      )}
      {hasBlanks && <p className="mt-2">{t('LoginPage.Blanks')}</p>}
      {cause === 'serverAtFault' && <p className="mt-2">{t('LoginPage.ServerAtFault')}</p>}
      {bug && <p className="mt-2">{bug}</p>}
      {cause === 'tooManyTries' && <p className="mt-2">{t('LoginPage.TooManyTries')}</p>}
      {isRepeated && (
        <p className="mt-2">
          {t('LoginPage.Repeated')}{' '}
          <a
            href={keepSystem('/forgot-password', systemId)}
            className="font-semibold underline underline-offset-4"
          >
            {t('LoginPage.ForgotPassword')}
          </a>
        </p>
      )}
      {secondsToWait !== null && <p className="mt-2">{waitText(secondsToWait)}</p>}
    </Alert>
  );
}

/** Takes the blanks off the password of the form around the notice, and sends the form again. */
function retryWithoutBlanks(form: HTMLFormElement | null): void {
  const field = form?.elements.namedItem('password');
  if (!form || !(field instanceof HTMLInputElement)) return;
  field.value = field.value.trim();
  form.requestSubmit();
}

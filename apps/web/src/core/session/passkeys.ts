import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@guichet/contract/identity/factors.webauthn';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

/** Asks the browser for a passkey. Null when the person closed the window, or the device has no passkey. */
export async function askBrowser(request: PasskeyRequest): Promise<PasskeyAssertion | null> {
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: request });
    return { id, rawId, type: 'public-key', response };
  } catch {
    return null;
  }
}

/** Creates a passkey. `known`: this device has one for the account already; `dismissed`: none was created. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey | 'known' | 'dismissed'> {
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: creation });
    return { id, rawId, type: 'public-key', response };
  } catch (failure) {
    const isKnown =
      failure instanceof WebAuthnError && failure.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    return isKnown ? 'known' : 'dismissed';
  }
}

import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@guichet/contract/identity/factors.webauthn';
import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';

/** Null when the person has closed the browser's window, or it has no passkey. */
export async function askBrowser(request: PasskeyRequest): Promise<PasskeyAssertion | null> {
  try {
    const { id, rawId, response } = await startAuthentication({ optionsJSON: request });
    return { id, rawId, type: 'public-key', response };
  } catch {
    return null;
  }
}

/** `known`: this device has one for this account already; `dismissed`: it has created none. */
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

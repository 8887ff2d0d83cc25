import type { AppContext } from '../../../core/context/appContext.ts';

type At = Pick<AppContext, 'config'>;

/** The portal's entity ID for applications, at which its metadata are. */
export const makeEntityId = ({ config }: At): string => `${config.publicUrl}/saml/metadata`;
/** Where applications ask for sign-ins; followed by an id, where people begin themselves. */
export const signInAddress = ({ config }: At): string => `${config.publicUrl}/saml/sign-in`;
export const signOutAddress = ({ config }: At): string => `${config.publicUrl}/saml/sign-out`;

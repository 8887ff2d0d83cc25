/** How a session was opened, in the words that universities use: by a password alone, or by two factors (REFEDS). */
export const singleFactor = 'https://refeds.org/profile/sfa';
export const multiFactor = 'https://refeds.org/profile/mfa';

/** In seconds. A provider's session only stands for one of the portal, which ends it. */
export const lifetimes = {
  AccessToken: 10 * 60,
  AuthorizationCode: 60,
  Grant: 24 * 60 * 60,
  IdToken: 60 * 60,
  Interaction: 60 * 60,
  Session: 24 * 60 * 60,
};

/** The cookie that binds a request to its browser. */
export const requestCookie = 'guichet-openid-request';

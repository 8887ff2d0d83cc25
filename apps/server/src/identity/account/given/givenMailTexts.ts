import type { Language } from '@guichet/contract/core/language';
import type { GivenPlaceholder } from '@guichet/contract/identity/account.given';

export type GivenKind = 'newAccount' | 'givenPassword';

/** Default title and body of the mails: sanitised HTML with placeholders. */
export const givenMailTexts: Record<
  GivenKind,
  Record<Language, { readonly subject: string; readonly body: string }>
> = {
  newAccount: {
    fr: {
      subject: 'Votre compte est prêt',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Un compte a été créé pour vous. Votre nom d’utilisateur est {{email}}.</p>`,
    },
    en: {
      subject: 'Your account is ready',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>An account has been created for you. Your username is {{email}}.</p>`,
    },
  },
  givenPassword: {
    fr: {
      subject: 'Votre mot de passe a été changé',
      body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Le mot de passe de votre compte {{email}} a été changé à votre demande ou par l’équipe du portail.</p>`,
    },
    en: {
      subject: 'Your password has been changed',
      body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>The password of your account {{email}} has been changed at your request or by the portal team.</p>`,
    },
  },
};

/** The paragraph that is appended to a body without the placeholder, by placeholder. */
export const endings: Record<
  Extract<GivenPlaceholder, 'newPassword' | 'confirmUrl' | 'setPasswordUrl'>,
  Record<Language, string>
> = {
  newPassword: {
    fr: `<p>Mot de passe\u00a0: <strong>{{newPassword}}</strong><br>Vous devrez en choisir un autre à l’ouverture de votre prochaine session.</p>\n<p><a href="{{loginUrl}}">Ouvrir une session</a></p>`,
    en: '<p>Password: <strong>{{newPassword}}</strong><br>You will have to choose another one when you next sign in.</p>\n<p><a href="{{loginUrl}}">Sign in</a></p>',
  },
  setPasswordUrl: {
    fr: '<p>Choisissez un mot de passe que vous serez la seule personne à connaître. Le lien ne peut être utilisé qu’une fois.</p>\n<p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p>',
    en: '<p>Choose a password that only you know. The link works only once.</p>\n<p><a href="{{setPasswordUrl}}">Choose my password</a></p>',
  },
  confirmUrl: {
    fr: '<p>Confirmez que cette adresse est bien la vôtre, dans les sept jours.</p>\n<p><a href="{{confirmUrl}}">Confirmer mon adresse</a></p>',
    en: '<p>Please confirm within seven days that this address is yours.</p>\n<p><a href="{{confirmUrl}}">Confirm my address</a></p>',
  },
};

/** The paragraph with the confirmation link, beside a link that sets a password and so confirms the address as well. */
export const confirmBeside: Record<Language, string> = {
  fr: '<p>Choisir votre mot de passe confirme aussi que cette adresse est bien la vôtre. Vous pouvez la <a href="{{confirmUrl}}">confirmer sans attendre</a>, dans les sept jours.</p>',
  en: '<p>Choosing your password also confirms that this address is yours. You can <a href="{{confirmUrl}}">confirm it right away</a>, within seven days.</p>',
};

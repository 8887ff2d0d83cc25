import type { Language } from '@guichet/contract/core/language';

/** The mail with the link to a new password: subject, and body as sanitised HTML with placeholders. */
export const resetMail: Record<Language, { readonly subject: string; readonly body: string }> = {
  fr: {
    subject: 'Votre nouveau mot de passe',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Vous avez demandé à changer le mot de passe de votre compte {{email}}. Le bouton ci-dessous vous mène à la page où choisir le nouveau.</p>
<p><a href="{{setPasswordUrl}}">Choisir un nouveau mot de passe</a></p>
<p>Ce lien fonctionne une seule fois, pendant 60 minutes. S’il est trop tard, demandez-en un autre dans la page d’ouverture de session.</p>
<p>Ce n’était pas vous? Ne faites rien\u00a0: votre mot de passe reste le même, et personne d’autre n’a reçu ce lien.</p>`,
  },
  en: {
    subject: 'Your new password',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>You asked to change the password of your account {{email}}. The button below takes you to the page where you choose the new one.</p>
<p><a href="{{setPasswordUrl}}">Choose a new password</a></p>
<p>The link works once, for 60 minutes. If that is too late, ask for another one on the sign-in page.</p>
<p>Was it not you? Then there is nothing to do: your password stays as it is, and nobody else has received this link.</p>`,
  },
};

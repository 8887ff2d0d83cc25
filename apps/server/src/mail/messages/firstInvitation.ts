import type { Language } from '@guichet/contract/core/language';
import type { MessageText } from '@guichet/contract/mail/messages';

/** The first invitation of a system; administrators edit it. */
export const firstInvitation: Record<Language, MessageText> = {
  fr: {
    subject: 'Convocation\u00a0: {{examTitle}}',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Votre inscription à l’examen <strong>{{examTitle}}</strong> est confirmée. Il aura lieu <strong>le {{examDate}}</strong>.</p>
<p>Heure\u00a0: <strong>{{examTime}}</strong><br />Lieu\u00a0: <strong>{{examPlace}}</strong></p>
<p>{{examInstructions}}</p>
<p>Il vous reste une seule chose à faire maintenant : choisir votre mot de passe. Cela prend une minute. Si vous avez déjà un mot de passe pour le portail, il fonctionne encore et vous n’avez rien à faire.</p>
<p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p>
<p>Votre nom d’utilisateur est l’adresse à laquelle vous recevez ce courriel : {{email}}.</p>
<p>Le jour de l’examen, ouvrez une session à l’adresse ci-dessous. Le portail vous mènera directement à votre espace d’examen. Vous pouvez l’essayer dès aujourd’hui, autant de fois que vous le voulez.</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>Si le lien du mot de passe ne fonctionne plus, demandez-en un nouveau sur la page d’ouverture de session avec « Mot de passe oublié? ». Si votre nom ou la date est inexact, demandez une correction sur le portail, à la page « Mes examens ».</p>
<p>Bonne préparation et bon examen!</p>
<p>{{systemTitle}}</p>`,
  },
  en: {
    subject: 'Exam notice: {{examTitle}}',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>You are registered for <strong>{{examTitle}}</strong> on <strong>{{examDate}}</strong>.</p>
<p>Time: <strong>{{examTime}}</strong><br />Location: <strong>{{examPlace}}</strong></p>
<p>{{examInstructions}}</p>
<p>You have one thing to do now: choose your password. It takes a minute. If you already have a password for the portal, it still works, and you have nothing to do.</p>
<p><a href="{{setPasswordUrl}}">Choose my password</a></p>
<p>Your username is the address at which you received this email: {{email}}.</p>
<p>On the day of the exam, sign in at the address below. The portal takes you straight to your exam space. You can try it today, as often as you like.</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>If the password link no longer works, ask for a new one with “Forgot your password?” on the sign-in page. If your name or the date is wrong, ask for a correction in the portal, on the page “My exams”.</p>
<p>Good luck with your preparation and your exam.</p>
<p>{{systemTitle}}</p>`,
  },
};

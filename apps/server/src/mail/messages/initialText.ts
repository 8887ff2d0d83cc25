import type { Language } from '@guichet/contract/core/language';
import type { MessageText } from '@guichet/contract/mail/messages';
import type { MessageName } from './messages.queries.ts';

/** The text of a message that nobody has written yet; new systems have invitations (`firstInvitation`). */
export function initialText({ kind, language }: MessageName): MessageText {
  return kind === 'reminder' ? reminder[language] : { subject: '', body: '' };
}

const reminder: Record<Language, MessageText> = {
  fr: {
    subject: 'Rappel\u00a0: {{examTitle}}, le {{examDate}}',
    body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Votre examen <strong>{{examTitle}}</strong> aura lieu <strong>le {{examDate}}</strong>, et vous n’avez pas encore ouvert de session dans le portail. N’attendez pas le jour de l’examen\u00a0: assurez-vous dès maintenant que tout fonctionne.</p>
<p>Heure\u00a0: <strong>{{examTime}}</strong><br />Lieu\u00a0: <strong>{{examPlace}}</strong></p>
<p>Si vous n’avez pas encore de mot de passe, choisissez-le maintenant. Cela prend une minute.</p>
<p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p>
<p>Ouvrez ensuite une session avec l’adresse {{email}}\u00a0:</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>Si quelque chose ne fonctionne pas, écrivez dès maintenant au secrétariat de votre programme\u00a0: il reste du temps pour vous aider.</p>
<p>{{systemTitle}}</p>`,
  },
  en: {
    subject: 'Reminder: {{examTitle}} on {{examDate}}',
    body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>Your exam <strong>{{examTitle}}</strong> takes place on <strong>{{examDate}}</strong>, and you have not signed in to the portal yet. Please do not leave it until exam day: signing in now shows that everything works.</p>
<p>Time: <strong>{{examTime}}</strong><br />Location: <strong>{{examPlace}}</strong></p>
<p>If you do not have a password yet, choose one now. It takes a minute.</p>
<p><a href="{{setPasswordUrl}}">Choose my password</a></p>
<p>Then sign in with your address, {{email}}:</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>If something does not work, write to your program’s office now, while there is time to help you.</p>
<p>{{systemTitle}}</p>`,
  },
};

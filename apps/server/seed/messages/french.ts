/** The initial message in French; administrators edit it. */
export const french = {
  subject: 'Convocation\u00a0: {{examTitle}}',
  body: `<p>Bonjour {{firstName}} {{lastName}},</p>
<p>Votre inscription à l’examen <strong>{{examTitle}}</strong> est confirmée. Il aura lieu <strong>le {{examDate}}</strong>.</p>
<p>Il vous reste une seule chose à faire maintenant : choisir votre mot de passe. Cela prend une minute. Si vous avez déjà un mot de passe pour le portail, il fonctionne encore et vous n’avez rien à faire.</p>
<p><a href="{{setPasswordUrl}}">Choisir mon mot de passe</a></p>
<p>Votre nom d’utilisateur est l’adresse à laquelle vous recevez ce courriel : {{email}}.</p>
<p>Le jour de l’examen, ouvrez une session à l’adresse ci-dessous. Le portail vous mènera directement à votre espace d’examen. Vous pouvez l’essayer dès aujourd’hui, autant de fois que vous le voulez.</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>Si le lien du mot de passe ne fonctionne plus, demandez-en un nouveau sur la page d’ouverture de session avec « Mot de passe oublié? ». Si votre nom ou la date est inexact, écrivez au secrétariat de votre programme : nous pourrons le corriger.</p>
<p>Bonne préparation et bon examen!</p>
<p>{{systemTitle}}</p>`,
};

/** The initial message in English; administrators edit it. */
export const english = {
  subject: 'Your place in {{examTitle}}',
  body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>You are registered for <strong>{{examTitle}}</strong> on <strong>{{examDate}}</strong>.</p>
<p>There is just one thing to do for now: choose your password. It takes a minute. If you already have one for the portal, it stays good and you are all set.</p>
<p><a href="{{setPasswordUrl}}">Choose my password</a></p>
<p>Your username is the address at which you received this e-mail: {{email}}.</p>
<p>On the day of the exam, sign in at the address below. The portal takes you straight to your exam space. Feel free to try it today, as often as you like.</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>If the password link no longer works, ask for a new one with “Forgot password” on the sign-in page. If your name or the date is not right, write to the person in charge of your program: it is easily put right.</p>
<p>We wish you calm preparation and a good exam.</p>
<p>{{systemTitle}}</p>`,
};

/** The initial message in English; administrators edit it. */
export const english = {
  subject: 'Exam notice: {{examTitle}}',
  body: `<p>Hello {{firstName}} {{lastName}},</p>
<p>You are registered for <strong>{{examTitle}}</strong> on <strong>{{examDate}}</strong>.</p>
<p>You have one thing to do now: choose your password. It takes a minute. If you already have a password for the portal, it still works, and you have nothing to do.</p>
<p><a href="{{setPasswordUrl}}">Choose my password</a></p>
<p>Your username is the address at which you received this email: {{email}}.</p>
<p>On the day of the exam, sign in at the address below. The portal takes you straight to your exam space. You can try it today, as often as you like.</p>
<p><a href="{{loginUrl}}">{{loginUrl}}</a></p>
<p>If the password link no longer works, ask for a new one with “Forgot your password?” on the sign-in page. If your name or the date is wrong, write to your program’s office: we can correct it.</p>
<p>We wish you well in your preparation and your exam.</p>
<p>{{systemTitle}}</p>`,
};

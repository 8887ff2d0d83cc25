import type { Language } from '@guichet/contract/core/language';
import { html } from '../../core/http/pages/html.ts';
import { smallPage } from '../../core/http/pages/smallPage.ts';
import type { MailOutcome } from '../../mail/outbox/outbox.service.ts';

interface Told {
  readonly title: string;
  readonly text: string;
}

type Words = Record<MailOutcome['state'], Told> & {
  readonly language: Record<Language, string>;
  readonly outbox: string;
  readonly close: string;
};

const words: Record<Language, Words> = {
  fr: {
    sent: {
      title: 'Le courriel d’essai a été envoyé',
      text: 'Il devrait arriver d’une minute à l’autre. Si vous ne le voyez pas, regardez aussi parmi les courriels indésirables.',
    },
    filed: {
      title: 'Le courriel d’essai est dans la boîte d’envoi',
      text: 'Aucun serveur de messagerie n’est configuré\u00a0: les courriels ne sont pas envoyés, mais vous pouvez les lire dans la boîte d’envoi.',
    },
    queued: {
      title: 'Le courriel d’essai est en attente d’envoi',
      text: 'Il sera envoyé automatiquement. Son état s’affiche dans la boîte d’envoi.',
    },
    waiting: {
      title: 'Le courriel d’essai n’a pas encore pu être envoyé',
      text: 'Un nouvel essai aura lieu automatiquement. Son état s’affiche dans la boîte d’envoi.',
    },
    failed: {
      title: 'Le courriel d’essai a été refusé',
      text: 'Le texte n’est pas en cause. Vous pouvez le renvoyer à partir de la boîte d’envoi.',
    },
    language: { fr: 'message en français', en: 'message en anglais' },
    outbox: 'Voir la boîte d’envoi',
    close: 'Vous pouvez fermer cette fenêtre\u00a0: la page du message est encore ouverte.',
  },
  en: {
    sent: {
      title: 'The test email has been sent',
      text: 'It should arrive any minute now. If you do not see it, check your junk mail too.',
    },
    filed: {
      title: 'The test email is in the outbox',
      text: 'No mail server is set up: emails are not sent, but you can read them in the outbox.',
    },
    queued: {
      title: 'The test email is queued',
      text: 'It will be sent automatically. The outbox shows its status.',
    },
    waiting: {
      title: 'The test email could not be sent yet',
      text: 'The portal will try again automatically. The outbox shows its status.',
    },
    failed: {
      title: 'The test email was refused',
      text: 'The text is not the cause. You can send it again from the outbox.',
    },
    language: { fr: 'French message', en: 'English message' },
    outbox: 'View the outbox',
    close: 'You can close this window: the message page is still open.',
  },
};

export interface TestMail {
  readonly systemId: number;
  /** The language of the message. */
  readonly language: Language;
  readonly recipient: string;
  readonly outcome: MailOutcome;
}

/** The HTML page with the recipient and the state of a test mail, in the reader's language. */
export function testMailPage(
  reader: { readonly language: Language; readonly universityName: string },
  { systemId, language, recipient, outcome }: TestMail,
): string {
  const said = words[reader.language];
  const { title, text } = said[outcome.state];
  return smallPage({
    ...reader,
    title,
    main: html`<p class="recipient"><strong>${recipient}</strong><br>${said.language[language]}</p>
${outcome.reason && html`<p class="reason">${outcome.reason}</p>`}
<p>${text}</p>
<p><a class="button" href="/outbox?system=${systemId}">${said.outbox}</a></p>
<p class="muted">${said.close}</p>`,
  });
}

import type { Language } from '@guichet/contract/core/language';
import type { MailOutcome } from '../outbox/outbox.service.ts';
import { html } from '../platform/http/pages/html.ts';
import { smallPage } from '../platform/http/pages/smallPage.ts';

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
      title: 'Le courriel d’essai est parti',
      text: 'Il devrait arriver d’une minute à l’autre. Rien en vue? Regardez aussi dans les indésirables.',
    },
    filed: {
      title: 'Le courriel d’essai est dans la boîte d’envoi',
      text: 'Aucun serveur de messagerie n’est réglé ici\u00a0: les courriels ne partent pas, ils se lisent dans la boîte d’envoi.',
    },
    queued: {
      title: 'Le courriel d’essai attend son tour',
      text: 'Il partira de lui-même dès que la file avance. La boîte d’envoi dit où il en est.',
    },
    waiting: {
      title: 'Le courriel d’essai n’a pas pu partir pour l’instant',
      text: 'Il reste dans la file et sera envoyé de nouveau. La boîte d’envoi dit où il en est.',
    },
    failed: {
      title: 'Le courriel d’essai a été refusé',
      text: 'Le texte n’y est pour rien. La boîte d’envoi permet de l’envoyer de nouveau.',
    },
    language: { fr: 'message en français', en: 'message en anglais' },
    outbox: 'Voir la boîte d’envoi',
    close: 'Vous pouvez fermer cette fenêtre\u00a0: la page du message est restée ouverte.',
  },
  en: {
    sent: {
      title: 'The test e-mail has left',
      text: 'It should arrive any minute now. Nothing in sight? Look among the junk mail too.',
    },
    filed: {
      title: 'The test e-mail is in the outbox',
      text: 'No mail server is set up here: e-mails do not leave, they are read in the outbox.',
    },
    queued: {
      title: 'The test e-mail is waiting its turn',
      text: 'It will leave by itself as soon as the queue moves. The outbox says how far it is.',
    },
    waiting: {
      title: 'The test e-mail could not leave for now',
      text: 'It stays in the queue and will be sent again. The outbox says how far it is.',
    },
    failed: {
      title: 'The test e-mail was refused',
      text: 'The text is not at fault. The outbox lets you send it again.',
    },
    language: { fr: 'message in French', en: 'message in English' },
    outbox: 'See the outbox',
    close: 'You can close this window: the page of the message is still open.',
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

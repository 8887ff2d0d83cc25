import { html } from '@guichet/contract/core/html';
import type { Language } from '@guichet/contract/core/language';
import { smallPage } from '../../../core/http/pages/smallPage.ts';
import type { MailOutcome } from '../../../mail/outbox/outbox.service.ts';
import { mailWords } from '../../../mail/texts/texts.service.ts';

export interface TestMail {
  readonly systemId: number;
  readonly language: Language;
  readonly recipient: string;
  readonly outcome: MailOutcome;
  readonly subject: string;
  /** The name of the attached document; null without one. */
  readonly fileName: string | null;
  /** The address of the page with the message. */
  readonly message: string;
}

/** The HTML page with the recipient and the state of a test mail, in the reader's language. */
export function testMailPage(
  reader: { readonly language: Language; readonly universityName: string },
  { systemId, language, recipient, outcome, subject, fileName, message }: TestMail,
): string {
  const said = mailWords[reader.language].testMail;
  const { title, text } = said[outcome.state];
  return smallPage({
    ...reader,
    title,
    main: html`<p class="recipient">${said.to} <strong>${recipient}</strong><br>${said.subject} <span lang="${language}">${mailWords[language].testMail.mark} ${subject}</span><br>${fileName !== null && html`${said.attachment} ${fileName}<br>`}<span class="muted">${said.language[language]}</span></p>
${outcome.reason && html`<p class="reason">${outcome.reason}</p>`}
<p>${text}</p>
<p class="buttons"><a class="button" href="${message}">${said.back}</a> <a class="button plain" href="/outbox?system=${systemId}">${said.outbox}</a></p>
<p class="muted">${said.close}</p>`,
  });
}

import type { Language } from '@guichet/contract/core/language';
import { sendEmailTest } from '@guichet/contract/exams/notices.invitations';
import { issueTicket } from '@guichet/contract/identity/sessions';
import { type MouseEvent, useState } from 'react';
import { buildRequest } from '../../../../core/call/buildRequest.ts';
import { call } from '../../../../core/call/call.ts';
import { useFailureText } from '../../../../core/forms/formFaults.tsx';
import { useT } from '../../../../core/i18n/useT.ts';
import { useDraft } from '../../../../mail/messages/drafts/drafts.ts';
import { useMessageQuery } from '../../../../mail/messages/messages.api.ts';
import { ButtonLink } from '../../../../ui/buttons/ButtonLink.tsx';
import { ExternalIcon } from '../../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Alert, Notice } from '../../../../ui/states/Notice.tsx';

interface TestPanelProps {
  systemId: number;
  language: Language;
  /** The exam of the mail; null for the next exam. */
  examId: number | null;
}

/** Sends the saved message to the reader, in a window that shows the result. */
export function TestPanel({ systemId, language, examId }: TestPanelProps) {
  const t = useT();
  const failureText = useFailureText();
  const [draft] = useDraft(systemId, language);
  const [problem, setProblem] = useState<string | null>(null);
  const address = useTestAddress(systemId, language, examId);

  async function send(event: MouseEvent) {
    event.preventDefault();
    // Opened during the click, since browsers would block a later popup; the address follows once the ticket
    // is there.
    const opened = window.open('', '_blank');
    if (!opened) return setProblem(t('Message.Test.Blocked'));
    setProblem(null);
    try {
      // A single-use ticket, since the window cannot send a header (readings §3).
      await call(issueTicket, { body: { purpose: 'sendEmailTest', systemId, languageId: language } });
      opened.opener = null;
      opened.location.href = address;
    } catch (error) {
      opened.close();
      setProblem(failureText(error));
    }
  }

  return (
    <Card title={t('Message.Test')} description={t('Message.Test.Hint')}>
      <div className="flex flex-col gap-3">
        {problem !== null && <Alert title={t('Message.Operation.test')}>{problem}</Alert>}
        {draft !== null && <Notice tone="warning">{t('Message.Test.Unsaved')}</Notice>}
        <div>
          <ButtonLink
            href={address}
            target="_blank"
            iconEnd={ExternalIcon}
            onClick={(event) => void send(event)}
          >
            {t(`Message.Test.Send.${language}`)}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

/** The address of the window that sends a test mail. */
function useTestAddress(systemId: number, language: Language, examId: number | null): string {
  const query = { ...useMessageQuery(), ...(examId !== null && { examId }) };
  const input = { params: { systemId, languageId: language }, query };
  return buildRequest(sendEmailTest, input, { token: null, xsrfToken: null, language }).url;
}

import type { Language } from '@guichet/contract/core/language';
import { testLetter } from '@guichet/contract/exams/letters';
import { isUsable } from '@guichet/contract/mail/messages.gaps';
import { useCall } from '../../../../core/call/query.ts';
import { FailureNotice } from '../../../../core/forms/formFaults.tsx';
import { useT } from '../../../../core/i18n/useT.ts';
import { SmallButton } from '../../../../ui/buttons/SmallButton.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Notice } from '../../../../ui/states/Notice.tsx';
import { type LetterDraft, textIn, toLetter } from '../../../notices/letters/letterDraft.ts';
import type { LetterFaults } from './useLetterFaults.ts';

export interface LetterTestProps {
  systemId: number;
  examId: number;
  language: Language;
  letter: LetterDraft;
  file: File | null;
  /** Shows at its field what the server refused; false where no field can. */
  onRefused: LetterFaults['refuse'];
}

/** Sends the letter in the shown language to the reader alone. */
export function LetterTest({ systemId, examId, language, letter, file, onRefused }: LetterTestProps) {
  const t = useT();
  const test = useCall(testLetter, { onError: (failure) => void onRefused(failure, letter) });
  const { subjectFr, bodyFr, subjectEn, bodyEn } = toLetter(letter);
  const texts = { subjectFr, bodyFr, subjectEn, bodyEn };

  function send() {
    test.mutate({
      params: { systemId, examId, languageId: language },
      body: texts,
      ...(file && { file }),
    });
  }

  return (
    <Card title={t('Message.Test')} description={t('Letter.Test.Hint')}>
      <div className="flex flex-col gap-3">
        <div>
          <SmallButton
            busy={test.isPending}
            busyLabel={t('Reminder.Send.Busy')}
            disabled={!isUsable(textIn(texts, language))}
            onClick={send}
          >
            {t(`Message.Test.Send.${language}`)}
          </SmallButton>
        </div>
        <FailureNotice failure={test.error} />
        {test.data && (
          <Notice tone={test.data.state === 'failed' ? 'danger' : 'success'} role="status">
            {t(`Letter.Test.${test.data.state}`)} {test.data.reason}
          </Notice>
        )}
      </div>
    </Card>
  );
}

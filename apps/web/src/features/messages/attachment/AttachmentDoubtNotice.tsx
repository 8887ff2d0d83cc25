import type { Language } from '@guichet/contract/core/language';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useFocusIfLost } from '../../../platform/forms/useFocusIfLost.ts';
import { useT } from '../../../platform/i18n/useT.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { type AttachmentDoubt, messageOptions } from '../messages.api.ts';

export interface AttachmentDoubtNoticeProps {
  systemId: number;
  language: Language;
  doubt: AttachmentDoubt;
}

/** After a failed attachment call: what is known, and a button to reload the message. */
export function AttachmentDoubtNotice({ systemId, language, doubt }: AttachmentDoubtNoticeProps) {
  const t = useT();
  const queries = useQueryClient();
  const { queryKey } = messageOptions(systemId, language);
  const isReading = useIsFetching({ queryKey, exact: true }) > 0;
  // The button that had the focus was removed with the name.
  const place = useFocusIfLost<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice
        tone="warning"
        action={
          <Button
            size="sm"
            busy={isReading}
            busyLabel={t('Message.Attachment.ReadAgain.Busy')}
            onClick={() => void queries.refetchQueries({ queryKey, exact: true })}
          >
            {t('Message.Attachment.ReadAgain')}
          </Button>
        }
      >
        {t(`Message.Attachment.Doubt.${doubt.isRefused ? 'kept' : doubt.operation}`)}
      </Notice>
    </div>
  );
}

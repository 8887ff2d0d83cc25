import { type Language, otherLanguage } from '@guichet/contract/core/language';
import { findInvitationCalendar, setInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { query, useCall } from '../../../core/call/query.ts';
import { useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useFocusIfLost } from '../../../core/forms/useFocusIfLost.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import {
  type AttachmentDoubt,
  messageOptions,
  type ReadMessage,
  useMessageKind,
  useMessageQuery,
} from '../messages.api.ts';
import { AttachedFile } from './AttachedFile.tsx';
import { AttachmentPicker } from './AttachmentPicker.tsx';
import type { Attachment } from './useAttachment.ts';

export interface AttachmentPanelProps {
  systemId: number;
  language: Language;
  saved: ReadMessage;
  attachment: Attachment;
}

export function AttachmentPanel({ systemId, language, saved, attachment }: AttachmentPanelProps) {
  const t = useT();
  const { fileName, doubt } = saved;
  const kind = useMessageKind();
  const other = useQuery(messageOptions(systemId, useMessageQuery(), otherLanguage(language))).data;
  return (
    <Card title={t(`Message.Attachment.${language}`)} description={t(`Message.Attachment.Hint.${language}`)}>
      <div className="flex flex-col gap-4">
        {doubt && <AttachmentDoubtNotice systemId={systemId} language={language} doubt={doubt} />}
        {fileName !== null && <AttachedFile systemId={systemId} language={language} fileName={fileName} />}
        {fileName === null && !doubt && <NoFile />}
        {fileName === null && other && other.fileName !== null && (
          <Notice tone="warning">
            {t(`Message.Attachment.OnlyOther.${language}`, { name: other.fileName })}
          </Notice>
        )}
        <AttachmentPicker language={language} attachment={attachment} replaces={fileName} />
        {kind === 'invitation' && <CalendarChoice systemId={systemId} />}
      </div>
    </Card>
  );
}

/** Shown also after a removal, when it takes the focus from the removed button. */
function NoFile() {
  const t = useT();
  const text = useFocusIfLost<HTMLParagraphElement>();
  return (
    <p ref={text} tabIndex={-1} className="text-muted text-sm outline-none">
      {t('Message.Attachment.None')}
    </p>
  );
}

interface AttachmentDoubtNoticeProps {
  systemId: number;
  language: Language;
  doubt: AttachmentDoubt;
}

/** Says after a failed attachment call what is known, and offers to reload the message. */
function AttachmentDoubtNotice({ systemId, language, doubt }: AttachmentDoubtNoticeProps) {
  const t = useT();
  const queries = useQueryClient();
  const { queryKey } = messageOptions(systemId, useMessageQuery(), language);
  const isReading = useIsFetching({ queryKey, exact: true }) > 0;
  // The button that had the focus was removed with the file name.
  const place = useFocusIfLost<HTMLDivElement>();
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Notice
        tone="warning"
        action={
          <SmallButton
            busy={isReading}
            busyLabel={t('Message.Attachment.ReadAgain.Busy')}
            onClick={() => void queries.refetchQueries({ queryKey, exact: true })}
          >
            {t('Message.Attachment.ReadAgain')}
          </SmallButton>
        }
      >
        {t(`Message.Attachment.Doubt.${doubt.isRefused ? 'kept' : doubt.operation}`)}
      </Notice>
    </div>
  );
}

/** Whether the invitations, in both languages, carry the exam for calendars; a change counts at once. */
function CalendarChoice({ systemId }: { systemId: number }) {
  const t = useT();
  const tellFailure = useTellFailure();
  const params = { systemId };
  const { data } = useQuery(query(findInvitationCalendar, { params }));
  const set = useCall(setInvitationCalendar, {
    onSuccess: () => showToast({ tone: 'success', text: t('Message.Calendar.Saved') }),
    onError: tellFailure,
  });
  if (!data) return null;
  const isAttached = set.variables && set.isPending ? set.variables.body.isAttached : data.isAttached;
  return (
    <Checkbox
      label={t('Message.Calendar')}
      hint={t('Message.Calendar.Hint')}
      checked={isAttached}
      disabled={set.isPending}
      onChange={({ target }) => set.mutate({ params, body: { isAttached: target.checked } })}
    />
  );
}

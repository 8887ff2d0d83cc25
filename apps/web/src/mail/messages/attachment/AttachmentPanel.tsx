import { type Language, otherLanguage } from '@guichet/contract/core/language';
import { deleteFile, getFile } from '@guichet/contract/mail/messages';
import { findInvitationCalendar, setInvitationCalendar } from '@guichet/contract/systems/systems.calendar';
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { download } from '../../../core/call/bodies/download.ts';
import { isRefused } from '../../../core/call/CallFailed.ts';
import { query, useCall } from '../../../core/call/query.ts';
import { useFailureText, useTellFailure } from '../../../core/forms/formFaults.tsx';
import { useFocusIfLost } from '../../../core/forms/useFocusIfLost.ts';
import { useT } from '../../../core/i18n/useT.ts';
import { Question } from '../../../core/parts/asking/Question.tsx';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { SmallButton } from '../../../ui/buttons/SmallButton.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { DownloadIcon, FileIcon, TrashIcon } from '../../../ui/icons/moreIcons.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Notice } from '../../../ui/states/Notice.tsx';
import { showToast } from '../../../ui/toasts/toastStore.ts';
import {
  type AttachmentDoubt,
  messageOptions,
  type ReadMessage,
  useKeepMessage,
  useMessageKind,
  useMessageQuery,
} from '../messages.api.ts';
import { useOperationPopup } from '../saving/useOperationPopup.ts';
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

interface AttachedFileProps {
  systemId: number;
  language: Language;
  fileName: string;
}

/** The attached file, with its download, and its removal after a confirmation. */
function AttachedFile({ systemId, language, fileName }: AttachedFileProps) {
  const t = useT();
  const failureText = useFailureText();
  const query = useMessageQuery();
  const [isAsking, setAsking] = useState(false);
  const message = { params: { systemId, languageId: language }, query };
  const keep = useKeepMessage(systemId, language);
  const detach = useCall(deleteFile, {
    onSuccess: () => keep({ fileName: null }),
    // S4.12: the name disappears even then; the file is in doubt until a reload.
    onError: (failure) =>
      keep({ fileName: null, doubt: { operation: 'detach', isRefused: isRefused(failure) } }),
  });
  const popup = useOperationPopup('detach');

  function save() {
    download(getFile, message).catch((error: unknown) =>
      showToast({ tone: 'danger', title: fileName, text: failureText(error) }),
    );
  }

  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-sunken py-2 pr-2 pl-3">
      <FileIcon size={20} className="shrink-0 text-muted" />
      <span className="min-w-0 flex-1 font-medium text-ink text-sm [overflow-wrap:anywhere]">{fileName}</span>
      <span className="flex shrink-0">
        <IconButton
          label={t('Message.Attachment.Download', { name: fileName })}
          icon={DownloadIcon}
          onClick={save}
        />
        <IconButton
          label={t('Message.Attachment.Delete', { name: fileName })}
          icon={TrashIcon}
          onClick={() => setAsking(true)}
        />
      </span>
      <Question
        open={isAsking}
        title={t('Message.Operation.detach')}
        messages={[t('Message.Attachment.Delete.Question', { name: fileName })]}
        confirmLabel={t('Message.Attachment.Delete.Yes')}
        busyLabel={t('Message.Attachment.Delete.Busy')}
        tone="danger"
        busy={detach.isPending}
        // The promise handles the result, since this component unmounts before the mutation's callbacks would
        // run.
        onConfirm={() => void detach.mutateAsync(message).then(popup.succeeded, popup.failed)}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

import type { Language } from '@guichet/contract/core/language';
import { addFile, type MessageKind } from '@guichet/contract/mail/messages';
import { useState } from 'react';
import { isRefused } from '../../../core/call/CallFailed.ts';
import { useCall } from '../../../core/call/query.ts';
import { useFailureText } from '../../../core/forms/formFaults.tsx';
import { useKeepMessage, useMessageQuery } from '../messages.api.ts';
import { useOperationPopup } from '../saving/useOperationPopup.ts';
import { useFileFault } from './useFileFault.ts';

type ChosenFile = readonly [file: File | null, choose: (file: File | null) => void];

export type ChosenFiles = ReturnType<typeof useChosenFiles>;

/** The documents chosen but not yet attached, by message; another language or kind of message keeps them. */
export function useChosenFiles() {
  const [files, setFiles] = useState<Readonly<Record<string, File | null>>>({});
  return {
    hasAny: Object.values(files).some((file) => file !== null),
    of(kind: MessageKind, language: Language): ChosenFile {
      const key = `${kind}.${language}`;
      return [files[key] ?? null, (file) => setFiles((before) => ({ ...before, [key]: file }))];
    },
  };
}

export type Attachment = ReturnType<typeof useAttachment>;

/** The document chosen for a message, and its upload. `replaces` is the name of the attached file. */
export function useAttachment(
  systemId: number,
  language: Language,
  [file, setFile]: ChosenFile,
  replaces: string | null,
) {
  const failureText = useFailureText();
  const [share, setShare] = useState(0);
  const [whenAgreed, setWhenAgreed] = useState<(() => void) | null>(null);
  const query = useMessageQuery();
  const keep = useKeepMessage(systemId, language);
  const attach = useCall(addFile, {
    onSuccess: keep,
    // A rejected file has changed nothing, and the form shows the reason.
    onError: (failure) => isRefused(failure) || keep({ doubt: { operation: 'attach', isRefused: false } }),
  });
  const popup = useOperationPopup('attach');
  const faultOf = useFileFault();
  const fault = file && faultOf(file);

  return {
    file,
    /** Why the chosen file cannot be attached, or why the upload failed. */
    problem: fault ?? (attach.error === null ? null : failureText(attach.error)),
    isUsable: file !== null && fault === null,
    isSending: attach.isPending,
    share,
    choose(next: File | null) {
      setFile(next);
      attach.reset();
    },
    /** Whether the question before a replacement shows; `agree` and `decline` answer. */
    isAsking: whenAgreed !== null,
    agree() {
      setWhenAgreed(null);
      whenAgreed?.();
    },
    decline: () => setWhenAgreed(null),
    /** Calls `goOn` at once, or after a question if the chosen file would replace another. */
    askBefore(goOn: () => void) {
      if (replaces === null || !file || fault !== null) goOn();
      else setWhenAgreed(() => goOn);
    },
    /** Attaches the chosen file, if any, and shows the result. */
    async send() {
      if (!file) return;
      if (fault !== null) return popup.refused(fault);
      setShare(0);
      try {
        await attach.mutateAsync({
          params: { systemId, languageId: language },
          query,
          body: { systemId, languageId: language },
          file,
          onUploadProgress: setShare,
        });
        setFile(null);
        popup.succeeded();
      } catch (failure) {
        popup.failed(failure);
      }
    },
  };
}

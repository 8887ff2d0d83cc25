import { beginConsent, type ConsentOutcome } from '@guichet/contract/learning/learning.consents';
import { useEffect, useState } from 'react';
import { type Calling, useCall } from '../../../core/call/query.ts';
import { type PlatformDraft, pickSite } from '../platformDraft.ts';
import { listenForConsents } from './consentChannel.ts';

interface Begun {
  readonly consentId: string;
  /** The address at which the person agrees. */
  readonly address: string;
  readonly isBlocked: boolean;
  /** The draft's site as JSON, when the connection began. */
  readonly site: string;
  readonly outcome: ConsentOutcome | null;
}

export interface Connection {
  readonly begun: Omit<Begun, 'site'> | null;
  /** The consent of a connected draft; null for any other. */
  readonly consentId: string | null;
  readonly call: Calling<typeof beginConsent>;
  connect(onBegin: () => void): void;
}

/** Whether the fields needed to begin are filled; else no tab opens, and the fields report it. */
function isFilledIn(draft: PlatformDraft, platformId: number | null): boolean {
  const { address, credentials } = pickSite(draft);
  const texts = platformId === null ? [address, ...Object.values(credentials)] : [address];
  return texts.every((text) => text.trim() !== '');
}

/** Connects the draft's platform in another tab; a draft with another site then is not connected. */
export function useConnection(draft: PlatformDraft, platformId: number | null): Connection {
  const call = useCall(beginConsent);
  const [last, setLast] = useState<Begun | null>(null);
  useEffect(
    () =>
      listenForConsents((outcome) =>
        setLast((now) => (now?.consentId === outcome.consentId ? { ...now, outcome } : now)),
      ),
    [],
  );
  const site = JSON.stringify(pickSite(draft));
  const begun = last?.site === site ? last : null;

  function connect(onBegin: () => void) {
    onBegin();
    // Opened during the press, since browsers would block a later opening; the address follows once the
    // server has begun.
    const opened = isFilledIn(draft, platformId) ? window.open('', '_blank') : null;
    setLast(null);
    call.mutate(
      { body: { platformId, ...pickSite(draft), kind: 'brightspace' } },
      {
        onSuccess(given) {
          setLast({ ...given, isBlocked: opened === null, site, outcome: null });
          if (!opened) return;
          opened.opener = null;
          opened.location.href = given.address;
        },
        onError: () => opened?.close(),
      },
    );
  }

  return { begun, consentId: begun?.outcome?.isConnected ? begun.consentId : null, call, connect };
}

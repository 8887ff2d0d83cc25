import type { ConsentOutcome } from '@guichet/contract/learning/learning.consents';

/** Between the tab in which somebody agreed and the form that waits for it. No secret goes through it. */
const channelName = 'guichet.consents';

export function tellConsent(outcome: ConsentOutcome): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
}

/** Returns what ends it. */
export function listenForConsents(listener: (outcome: ConsentOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<ConsentOutcome>) => listener(data);
  return () => channel.close();
}

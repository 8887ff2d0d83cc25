import type { ConsentOutcome } from '@guichet/contract/learning/learning.consents';

/** The channel from the tab with the consent to the waiting form. It carries no secret. */
const channelName = 'guichet.consents';

export function tellConsent(outcome: ConsentOutcome): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(outcome);
  channel.close();
}

/** Returns a function that ends the listening. */
export function listenForConsents(listener: (outcome: ConsentOutcome) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<ConsentOutcome>) => listener(data);
  return () => channel.close();
}

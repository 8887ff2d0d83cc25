/**
 * The states of a mail. `planned`: queued for an hour that somebody chose. `delayed` and `bounced`: sent, and then
 * reported by the recipient's mail server (RFC 3464).
 */
export const mailStates = [
  'planned',
  'queued',
  'sending',
  'waiting',
  'sent',
  'delayed',
  'bounced',
  'failed',
  'cancelled',
] as const;

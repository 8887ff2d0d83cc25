/**
 * The states of a mail. `delayed`, `bounced`: sent, then reported by the recipient's server (RFC 3464); `resent`: failed or
 * bounced, and a copy has arrived since.
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
  'resent',
  'cancelled',
] as const;

/** The states of a mail. `delayed`, `bounced`: sent, then reported by the recipient's server (RFC 3464). */
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

/**
 * The states of a mail. `filed`: only written to a file, since no mail server was set; `delayed`, `bounced`: sent, then
 * reported by the recipient's server (RFC 3464); `resent`: failed, bounced or filed, and a copy has arrived since.
 */
export const mailStates = [
  'planned',
  'queued',
  'sending',
  'waiting',
  'sent',
  'filed',
  'delayed',
  'bounced',
  'failed',
  'resent',
  'cancelled',
] as const;

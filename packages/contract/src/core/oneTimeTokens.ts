/** Windows that can carry no header, by the purpose of the single-use ticket that opens them, with their paths. */
export const windowPaths = {
  sendEmailTest: '/api/message/SendEmailTest/:systemId/:languageId',
} as const;
export type WindowPurpose = keyof typeof windowPaths;

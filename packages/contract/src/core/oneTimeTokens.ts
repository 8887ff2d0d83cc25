/** The paths of pages that open in a window and cannot send a header, by the purpose of their single-use ticket. */
export const windowPaths = {
  sendEmailTest: '/api/message/SendEmailTest/:systemId/:languageId',
} as const;
export type WindowPurpose = keyof typeof windowPaths;

/** What a person can ask to have corrected about her. */
export const correctionFields = ['name', 'email', 'language', 'studentNumber', 'exam', 'other'] as const;
export type CorrectionField = (typeof correctionFields)[number];

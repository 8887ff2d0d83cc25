/** The questions about an exam that open a dialog, on its page and in the list of exams. */
export const examQuestions = ['remind', 'copy', 'deactivate', 'reactivate'] as const;
export type ExamQuestion = (typeof examQuestions)[number];

/** The questions that the address of an exam's page can open; `add` asks for one person. */
export const askedOnPage = ['add', ...examQuestions] as const;
export type AskedOnPage = (typeof askedOnPage)[number];

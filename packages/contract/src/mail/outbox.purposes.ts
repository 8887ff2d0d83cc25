export type MailTrait =
  /** Tells candidates of a change of their exam or of their place in it. */
  | 'isNotice'
  /** An author's text about an exam, laid out again when the exam changes. */
  | 'isWritten'
  /** Says when the exam is. */
  | 'tellsTime'
  /** Says that its reader is not to take the exam: without a link, and sent although the exam is cancelled. */
  | 'tellsEnd'
  /** Queued again when its exam is reactivated, whose cancellation had cancelled the mail. */
  | 'returnsWithExam'
  /** May always hold a link to a first password: its words are the portal's own, or were checked. */
  | 'isAboutAccount'
  /** A failure needs nobody's attention. */
  | 'mayFail'
  /** A failure needs attention while the link in it works. */
  | 'mayFailOnceUsed';

/**
 * The purposes of mails about exams, and of mails about accounts that differ from the rest. Further mails are named in
 * the text files of the server's mails.
 */
export const mailPurposes = {
  invitation: ['isWritten', 'tellsTime', 'returnsWithExam'],
  invitationTest: [],
  reminder: ['isWritten', 'tellsTime'],
  letter: ['isWritten'],
  examChanged: ['isNotice', 'tellsTime', 'returnsWithExam'],
  examCancelled: ['isNotice', 'tellsEnd'],
  examReactivated: ['isNotice', 'tellsTime'],
  examLeft: ['isNotice', 'tellsEnd'],
  examBack: ['isNotice', 'tellsTime'],
  correctionAnswered: [],
  correctionDeclined: [],
  resetPassword: ['isAboutAccount'],
  newAccount: ['isAboutAccount'],
  givenPassword: ['isAboutAccount'],
  newAddress: ['mayFailOnceUsed'],
  ownAddress: ['mayFailOnceUsed'],
  addressChanged: ['mayFail'],
  ownAddressChanged: ['mayFail'],
  addressWanted: ['mayFail'],
  addressBack: ['mayFail'],
} as const satisfies Readonly<Record<string, readonly MailTrait[]>>;

type Purposes = typeof mailPurposes;
export type MailPurpose = keyof Purposes;
type PurposeWith<Trait extends MailTrait> = {
  [Name in MailPurpose]: Trait extends Purposes[Name][number] ? Name : never;
}[MailPurpose];

/** The kinds by which a list of mails is narrowed: `notice`, of a change or a removal; `other`, about accounts and the rest. */
export const mailKinds = ['invitation', 'reminder', 'letter', 'notice', 'other'] as const;
export type MailKind = (typeof mailKinds)[number];

export function listPurposes<Trait extends MailTrait>(trait: Trait): PurposeWith<Trait>[] {
  const names = Object.keys(mailPurposes) as MailPurpose[];
  return names.filter((name): name is PurposeWith<Trait> => hasTrait(name, trait));
}

export function hasTrait(purpose: string, trait: MailTrait): boolean {
  const traits: Readonly<Record<string, readonly MailTrait[]>> = mailPurposes;
  return traits[purpose]?.includes(trait) ?? false;
}

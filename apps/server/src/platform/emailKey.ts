/** The form in which e-mail addresses are compared: no blanks around, no case (readings §1). */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

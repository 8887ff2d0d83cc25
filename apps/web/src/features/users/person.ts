/** The fields of a user that dialogs need to name the person. */
export interface Person {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
}

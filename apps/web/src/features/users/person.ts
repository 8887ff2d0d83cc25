/** As much of a user as a dialog needs to say whom it is about. */
export interface Person {
  readonly id: number;
  readonly fullName: string;
  readonly email: string;
}

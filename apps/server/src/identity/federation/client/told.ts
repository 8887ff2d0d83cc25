import type { NameId } from '../../factors/answers.service.ts';

/** The facts that a provider tells of an account. */
export interface Told {
  readonly subject: string;
  readonly accountName: string;
  readonly email: string | null;
  readonly session: string | null;
  readonly isMultiFactor: boolean;
  readonly nameId: NameId | null;
  /** Only groups of the provider's table; null where none could be read. */
  readonly groups: readonly string[] | null;
}

import type { Language } from '@guichet/contract/core/language';
import type { LandingKind } from '@guichet/contract/systems/landings';
import type { Kysely, Transaction } from 'kysely';
import type { PlatformTables } from './tables.ts';

export type ReadDb = Pick<Kysely<PlatformTables>, 'selectFrom'>;
export type WriteTx = Transaction<PlatformTables>;

/** A system of the portal, which has its exams on the platform. */
export interface Organisation {
  readonly id: number;
  readonly slug: string;
  readonly landing: LandingKind;
  readonly title: Readonly<Record<Language, string>>;
}

/** Surroundings that the platform runs in, handed in by the program that mounts it. */
export interface Surroundings {
  readonly database: {
    readonly read: ReadDb;
    transact<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
  };
  readonly clock: { now(): Date; today(): string; uuid(): string; randomBytes(size: number): Buffer };
  /** Derives a key of 32 bytes for a purpose, the same each time. */
  readonly keys: { derive(purpose: string): Buffer };
  readonly config: { readonly publicUrl: string; readonly timeZone: string };
  readonly log: { error(fields: object, message: string): void };
  findOrganisation(by: { id: number } | { slug: string }): Promise<Organisation | null>;
  findUniversityName(): Promise<Readonly<Record<Language, string>>>;
}

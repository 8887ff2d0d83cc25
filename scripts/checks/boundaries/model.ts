/** One file of the project as the rules see it. Paths are relative to the project's folder, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lineCount: number;
  readonly imports: readonly Import[];
  readonly uses: readonly Use[];
}

export interface Import {
  /** As it is written. */
  readonly specifier: string;
  readonly line: number;
  /** `type` leaves nothing at run time; `lazy` loads later; `address` only names a file, for a worker. */
  readonly kind: 'value' | 'type' | 'lazy' | 'address';
  /** What is taken out of it; `*` when that could be everything. */
  readonly names: readonly string[];
  /** The project's own file that is meant, or null. */
  readonly file: string | null;
  /** The package that is meant (`kysely`, `node:fs`), or null. */
  readonly package: string | null;
}

/** A place where the code asks the machine, or the database, for something. */
export interface Use {
  readonly what: 'environment' | 'clock' | 'chance' | 'sql' | 'tableWrite';
  readonly text: string;
  readonly line: number;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly advice: string;
}

/** Looks at the whole project and names what breaks it. */
export type Rule = (files: readonly SourceFile[]) => Iterable<Violation>;

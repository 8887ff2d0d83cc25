/** One file of the project as the rules see it. Paths are relative to the project's folder, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lineCount: number;
  /** What its statements and calls import, as it is written (but for `node:`), with the line. */
  readonly specifiers: ReadonlyMap<string, number>;
  readonly uses: readonly Use[];
}

/** A place where the code asks the machine, the database, or names a file in a way that no import rule sees. */
export interface Use {
  readonly what:
    | 'environment'
    | 'clock'
    | 'chance'
    | 'sql'
    | 'tableWrite'
    | 'fileAddress'
    | 'hiddenImport'
    | 'renamedExport';
  readonly text: string;
  readonly line: number;
}

/** A file that is loaded as soon as `from` is. */
export interface EagerImport {
  readonly from: string;
  /** Path of a file of the project or of a package's file in node_modules. */
  readonly to: string;
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

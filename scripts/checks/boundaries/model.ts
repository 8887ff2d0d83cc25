/** A file of the project, as input of the rules. Paths are relative to the project's folder, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly lineCount: number;
  /** The specifiers of its imports as written (without `node:`), with the line. */
  readonly specifiers: ReadonlyMap<string, number>;
  readonly uses: readonly Use[];
}

/** A use of the environment, time, chance, the database or an endpoint, or a file reference that no import rule sees. */
export interface Use {
  readonly what:
    | 'environment'
    | 'clock'
    | 'chance'
    | 'sql'
    | 'tableWrite'
    | 'notify'
    | 'fileAddress'
    | 'hiddenImport'
    | 'renamedExport'
    | 'endpoint'
    | 'contractValue';
  readonly text: string;
  readonly line: number;
}

export interface Import {
  readonly from: string;
  /** Path of a project file, or of a package's file in node_modules. */
  readonly to: string;
  readonly line: number;
  /** Whether it is loaded with `from`: neither a type nor an `import()`. */
  readonly isEager: boolean;
}

export interface Violation {
  readonly path: string;
  readonly line: number;
  readonly rule: string;
  readonly advice: string;
}

/** Checks the whole project and returns its violations. */
export type Rule = (files: readonly SourceFile[]) => Iterable<Violation>;

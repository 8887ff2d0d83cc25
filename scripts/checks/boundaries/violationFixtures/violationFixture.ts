/** A violation to add to a valid project, and the expected finding. */
export interface ViolationFixture {
  readonly title: string;
  readonly rule: string;
  readonly path: string;
  readonly text: string;
  /** The expected location; by default the first line of the fixture. */
  readonly at?: string;
}

export const server = 'apps/server/src';
export const web = 'apps/web/src';

/** A file that imports one name. */
export function takes(name: string, from: string): string {
  return `import { ${name} } from '${from}';\nexport const used = ${name};`;
}

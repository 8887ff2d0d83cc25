/** One violation, put into a sound project, and what the check must say of it. */
export interface ViolationFixture {
  readonly title: string;
  readonly rule: string;
  readonly path: string;
  readonly text: string;
  /** Where the rule points to; the first line of the fixture when it is not said. */
  readonly at?: string;
}

export const server = 'apps/server/src';
export const web = 'apps/web/src';

/** A file that imports one name from somewhere. */
export function takes(name: string, from: string): string {
  return `import { ${name} } from '${from}';\nexport const used = ${name};`;
}

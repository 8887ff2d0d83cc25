import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSourceFiles } from '../boundaries/sourceFiles.ts';

export const requirementsPath = 'docs/requirements.md';
export const readingsPath = 'docs/readings.md';

export interface Source {
  readonly path: string;
  readonly text: string;
}

/** All code and all Markdown of the project: what may cite a row or a section. */
export function readSources(root: string): Source[] {
  const documents = ['', 'docs/'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '', encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => folder + name.replaceAll('\\', '/')),
  );
  return [...listSourceFiles(root), ...documents].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }));
}

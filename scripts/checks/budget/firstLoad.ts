/** An entry of Vite's build manifest. */
export interface Chunk {
  readonly file: string;
  readonly name?: string;
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

export type Manifest = Readonly<Record<string, Chunk>>;

const signInPage = /\/SignInPage\.tsx$/;

/** The script and style files loaded before the sign-in page shows: those of the page and their static imports. */
export function listFirstFiles(html: string, manifest: Manifest): string[] {
  const files = new Set<string>();
  for (const [tag] of html.matchAll(/<(?:script|link)\b[^>]*>/g)) {
    const isLoaded = tag.startsWith('<script') || /rel="(?:stylesheet|modulepreload)"/.test(tag);
    const address = /(?:src|href)="\/?([^"]+)"/.exec(tag)?.[1];
    if (isLoaded && address) files.add(address);
  }
  const starts = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || signInPage.test(key));
  if (starts.length === 0 || files.size === 0)
    throw new Error('the build names no entry: nothing could be measured');
  for (const key of starts) addChunk(manifest, key, files, new Set());
  return [...files];
}

/** How many script files each page or tab behind sign-in needs, those of the frame around it not counted. */
export function countScriptsOfPages(manifest: Manifest): Map<string, number> {
  const pages = Object.keys(manifest).filter((key) => /^src\/\w+\/pages\/.*(?:Page|Tab)\.tsx$/.test(key));
  if (pages.length === 0) throw new Error('the build names no page: nothing could be counted');
  return new Map(
    pages.map((page) => {
      const files = new Set<string>();
      addChunk(manifest, page, files, new Set());
      return [page, [...files].filter((file) => file.endsWith('.js')).length];
    }),
  );
}

/** The script and style files of the chunks with these names, with all that they import. */
export function listFilesOf(manifest: Manifest, names: readonly string[]): string[] {
  const files = new Set<string>();
  for (const name of names) {
    const key = Object.keys(manifest).find((one) => manifest[one]?.name === name);
    if (key === undefined) throw new Error(`the build has no chunk ${name}: nothing could be measured`);
    addChunk(manifest, key, files, new Set());
  }
  return [...files];
}

function addChunk(manifest: Manifest, key: string, files: Set<string>, seen: Set<string>): void {
  const chunk = manifest[key];
  if (!chunk || seen.has(key)) return;
  seen.add(key);
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const imported of chunk.imports ?? []) addChunk(manifest, imported, files, seen);
}

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import type { Plugin } from 'vite';

const source = dirname(createRequire(import.meta.url).resolve('hugerte/package.json'));
const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };

/** URL folder of the text editor, in the build and in development; it contains the version. */
export const editorFolder = `/assets/editor-${version}`;

/** The editor's files for the tools that we offer, and its licence. */
const files = [
  'hugerte.min.js',
  'themes/silver/theme.min.js',
  'models/dom/model.min.js',
  'icons/default/icons.min.js',
  'plugins/help/plugin.min.js',
  'plugins/help/js/i18n/keynav/en.js',
  'plugins/help/js/i18n/keynav/fr_FR.js',
  'plugins/lists/plugin.min.js',
  'skins/ui/oxide/skin.min.css',
  'skins/ui/oxide/content.min.css',
  'skins/ui/oxide-dark/skin.min.css',
  'skins/ui/oxide-dark/content.min.css',
  'license.txt',
];

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.txt': 'text/plain' };

/** Copies the text editor into the build unbundled: it loads its own parts, only where it is used. */
export function editorFiles(): Plugin {
  return {
    name: 'editor-files',
    generateBundle() {
      for (const file of files) {
        const fileName = `${editorFolder.slice(1)}/${file}`;
        this.emitFile({ type: 'asset', fileName, source: readFileSync(join(source, file)) });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(editorFolder, (request, response, next) => {
        const file = files.find((name) => `/${name}` === request.url?.split('?', 1)[0]);
        const path = join(source, file ?? '');
        if (!file || !existsSync(path)) return next();
        response.setHeader('content-type', types[extname(file)] ?? 'text/plain');
        createReadStream(path).pipe(response);
      });
    },
  };
}

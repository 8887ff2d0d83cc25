import { expect, it, vi } from 'vitest';
import { textFiles } from './textFiles.ts';

const chunk = (name: string, code: string, imports: string[] = []) =>
  ({ type: 'chunk', name, fileName: `${name}.js`, code, imports }) as const;

function write(...chunks: ReturnType<typeof chunk>[]): Record<string, string[]> {
  const written: Record<string, string[]> = {};
  const context = {
    emitFile: vi.fn(({ fileName, source }) => {
      written[fileName] = Object.keys(JSON.parse(source));
    }),
    error(message: string) {
      throw new Error(message);
    },
  };
  const { generateBundle } = textFiles({ open: ['entry'], own: ['App'] });
  if (typeof generateBundle !== 'function') throw new Error('the plugin writes nothing');
  const bundle = Object.fromEntries(chunks.map((one) => [one.fileName, one]));
  Reflect.apply(generateBundle, context, [{}, bundle, true]);
  return written;
}

it('writes the texts that the scripts of a extent name, with plurals, texts of systems and composed keys', () => {
  const open = chunk('entry', 't(`LoginPage.Title`)');
  const keys = 't("LoginPage.Wait",{count:n});t("Import.Success",{count:n});t("LoginPage.Title")';
  const own = chunk('App', `${keys};t(\`Password.Rule.\${a.key}\`)`, ['entry.js']);
  const written = write(open, own, chunk('UsersPage', 't("UsersPage.Title")', ['App.js']));
  expect(Object.keys(written)).toEqual(
    ['fr.open', 'fr.own', 'en.open', 'en.own'].map((name) => `assets/i18n/${name}.json`),
  );
  expect(written['assets/i18n/en.open.json']).toEqual(['LoginPage.Title']);
  const added = written['assets/i18n/fr.own.json'] ?? [];
  expect(added).toEqual(
    expect.arrayContaining([
      'LoginPage.Wait.other',
      'System.2.Import.Success.one',
      'Password.Rule.hasNumber',
    ]),
  );
  expect(added.join(' ')).not.toMatch(/UsersPage|LoginPage\.Title/);
});

it('refuses a script that imports one whose texts are in no extent', () => {
  expect(() => write(chunk('entry', ''), chunk('App', '', ['work.js']), chunk('work', ''))).toThrow(
    'App imports work.js',
  );
});

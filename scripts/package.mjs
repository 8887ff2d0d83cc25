// `npm run package`: makes what operators install, in dist/: an archive, a Debian package, the list of what is inside
// (SBOM) and checksums. `-- --sign KEY` signs the checksums with that key of gpg.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTool } from './packaging/commands.mjs';
import { makeDebianPackage } from './packaging/debian.mjs';
import { assembleProgram, listParts } from './packaging/program.mjs';
import { installMissing } from './setup/install.mjs';
import { findNode24 } from './setup/node24.mjs';
import { buildPagesIfChanged } from './setup/pages.mjs';
import { Refusal, root, runScript } from './setup/place.mjs';

await runScript(async () => {
  const { sign } = parseArgs({ options: { sign: { type: 'string' } } }).values;
  if (process.platform !== 'linux') throw new Refusal('Packages are made on Linux.');
  installMissing();
  const node = findNode24();
  await buildPagesIfChanged(node);

  /** @type {{version: string}} */
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `guichet-${version}-linux-${process.arch}`;
  const dist = join(root, 'dist');
  const program = join(dist, name);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(program, { recursive: true });
  assembleProgram(program, node);

  const archive = `${name}.tar.gz`;
  runTool('tar', ['--sort=name', '--owner=0', '--group=0', '-czf', archive, name], dist);
  const debian = makeDebianPackage(dist, program, version);
  const parts = `guichet-${version}.cdx.json`;
  writeFileSync(join(dist, parts), listParts(node));
  const sums = [archive, debian, parts].map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(dist, file)))
      .digest('hex');
    return `${digest}  ${file}`;
  });
  writeFileSync(join(dist, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  if (sign) runTool('gpg', ['--yes', '--local-user', sign, '--armor', '--detach-sign', 'SHA256SUMS'], dist);
  console.log([...sums, sign ? 'SHA256SUMS.asc' : 'not signed: --sign KEY'].join('\n'));
  return 0;
});

import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findForbidden } from './fileAccess.ts';

const folder = mkdtempSync(join(tmpdir(), 'guichet-access-'));
const file = join(folder, 'base', '5', '1259');
mkdirSync(join(folder, 'base', '5'), { recursive: true });
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Tests run as root too, who may read everything. */
function deny(denied: string) {
  return (path: unknown) => {
    if (path === denied) throw Object.assign(new Error(), { code: 'EACCES' });
  };
}
const account = userInfo().username;

describe('a file that this account may not read', () => {
  it('is found in any depth, with the owner and the command that opens it again', () => {
    expect(findForbidden([join(folder, 'absent'), folder])).toBe(null);
    expect(findForbidden([folder], deny(file))).toBe(
      `This account (${account}) may not read and write ${file}, which belongs to ${account}. Nothing is damaged, and nothing was changed. Give it access again: chmod -R u+rwX ${folder}`,
    );
    expect(findForbidden([folder], deny(folder))).toContain(`may not read and write ${folder}, `);
  });

  it.skipIf(process.getuid?.() !== 0)('of another account is given back to this one', () => {
    chownSync(file, 65_530, 65_530);
    expect(findForbidden([folder], deny(file))).toContain(
      `which belongs to 65530. Nothing is damaged, and nothing was changed. Give it access again: chown -R ${account} ${folder}`,
    );
  });
});

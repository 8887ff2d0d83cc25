import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { DurableFiles } from '../../src/core/database/embedded/durableFiles.ts';
import { openEngine } from '../../src/core/database/embedded/engine.ts';

/** PGlite's default files: fsync does nothing. */
class ForgetfulFiles extends DurableFiles {
  protected override installSync(): void {}
}

/** Simulates a PGlite version that syncs only the files created at the start. */
class LateForgetfulFiles extends DurableFiles {
  protected override installSync(layer: Parameters<DurableFiles['installSync']>[0]): void {
    super.installSync(layer);
    const sync = layer.NODEFS.stream_ops.fsync;
    let calls = 0;
    layer.NODEFS.stream_ops.fsync = (stream) => {
      calls += 1;
      return calls <= 2 ? (sync?.(stream) ?? 0) : 0;
    };
  }
}

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'guichet-sync-'));
  cpSync(join(inject('embedded').templates.migrated, 'database'), directory, { recursive: true });
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const live = () => {};

describe('the engine of the embedded database', () => {
  test('opens when a commit reaches the disk', async () => {
    const files = new DurableFiles(directory);
    const engine = await openEngine(files, live);
    const before = files.syncs;
    await engine.exchange(query('create table t (n int)'));
    expect(files.syncs).toBeGreaterThan(before);
    await engine.close();
  });

  test.each([
    ['nothing is ever synced', ForgetfulFiles],
    ['a commit is not synced', LateForgetfulFiles],
  ])('refuses to open when %s', async (_when, Files) => {
    await expect(openEngine(new Files(directory), live)).rejects.toThrow('its commits do not reach the disk');
  });

  test('does not sync files again that were synced before a start after a kill, until they change', async () => {
    const killed = await openEngine(new DurableFiles(directory), live);
    const copy = mkdtempSync(join(tmpdir(), 'guichet-killed-'));
    cpSync(directory, copy, { recursive: true });
    await killed.close();
    const openAfterKill = async (wasSynced: boolean) => {
      cpSync(join(copy, 'global', 'pg_control'), join(directory, 'global', 'pg_control'));
      const files = new DurableFiles(directory);
      files.wasSynced = wasSynced;
      await (await openEngine(files, live)).close();
      return files.syncs;
    };
    const oneByOne = await openAfterKill(false);
    const inAdvance = await openAfterKill(true);
    rmSync(copy, { recursive: true });
    expect(oneByOne).toBeGreaterThan(1000);
    // What recovery writes is synced too.
    expect(inAdvance).toBeLessThan(200);
    expect(inAdvance).toBeGreaterThan(5);
  });

  test('reports a failed sync to PostgreSQL, which then stops', async () => {
    const files = new DurableFiles(directory);
    const deaths: string[] = [];
    const engine = await openEngine(files, (reason) => {
      deaths.push(reason);
      throw new Error('dead');
    });
    files.sync = () => {
      throw Object.assign(new Error('EIO'), { code: 'EIO' });
    };
    await engine.exchange(query('create table t (n int)')).catch(() => {});
    expect(deaths[0]).toContain('could not fsync file');
  });
});

/** A statement as a message of the wire protocol. */
function query(statement: string): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(`${statement}\0`);
  const message = new Uint8Array(5 + text.length);
  message[0] = 'Q'.charCodeAt(0);
  new DataView(message.buffer).setInt32(1, 4 + text.length);
  message.set(text, 5);
  return message;
}

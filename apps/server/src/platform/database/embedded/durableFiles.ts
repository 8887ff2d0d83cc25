import { fdatasyncSync, fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The parts of the engine's file layer that are reached into. They move between versions of PGlite. */
interface FileLayer {
  FS: { isDir(mode: number): boolean };
  NODEFS: {
    isWindows: boolean;
    /** Turns an error of Node into one that PostgreSQL sees as a failed call. */
    tryFSOperation(operation: () => void): void;
    stream_ops: {
      fsync?: (stream: Stream) => number;
      write: (stream: Stream, ...of: unknown[]) => number;
    };
  };
}

interface Stream {
  readonly nfd: number;
  readonly node: { readonly mode: number; readonly name: string; readonly parent: { readonly name: string } };
}

/**
 * PGlite's files on disk, with the fsync that it leaves out: without this hook every fsync of PostgreSQL returns
 * at once and nothing has reached the disk.
 */
export class DurableFiles extends NodeFS {
  /** How often PostgreSQL has had something synced. */
  syncs = 0;
  /** Bytes that PostgreSQL has written into its log, for whoever sets them back to 0. */
  logged = 0;
  /** Bytes that it has written at all. */
  written = 0;
  /** Whether all files had been synced before PostgreSQL opened them. */
  wasSynced = false;
  /** Everything is on the disk: until PostgreSQL writes again, what it asks to have synced is. */
  isSynced = false;

  override async init(...[engine, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(engine, options);
    const hook = (layer: unknown) => this.installSync(layer as FileLayer);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), hook] } };
  }

  protected installSync({ FS, NODEFS }: FileLayer): void {
    const { write } = NODEFS.stream_ops;
    NODEFS.stream_ops.write = (stream, ...of) => {
      const bytes = write(stream, ...of);
      this.written += bytes;
      this.isSynced = false;
      if (isLog(stream)) this.logged += bytes;
      return bytes;
    };
    NODEFS.stream_ops.fsync = (stream) => {
      if (this.isSynced) return 0;
      const isDirectory = FS.isDir(stream.node.mode);
      // Windows has no sync of directories; PostgreSQL itself leaves it out there.
      if (isDirectory && NODEFS.isWindows) return 0;
      NODEFS.tryFSOperation(() => this.sync(stream.nfd, isDirectory));
      this.syncs += 1;
      return 0;
    };
  }

  /** Returns when the file, or the names in the directory, are on the disk. */
  sync(descriptor: number, isDirectory: boolean): void {
    if (isDirectory) fsyncSync(descriptor);
    else fdatasyncSync(descriptor);
  }
}

/** A segment of the log in use; one that is made for later is filled under another name. */
function isLog({ node }: Stream): boolean {
  return node.parent.name === 'pg_wal' && !node.name.startsWith('xlogtemp');
}

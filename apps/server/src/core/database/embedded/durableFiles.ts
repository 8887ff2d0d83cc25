import { fdatasyncSync, fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** The patched internals of the engine's file layer. They change between versions of PGlite. */
interface FileLayer {
  FS: { isDir(mode: number): boolean };
  NODEFS: {
    isWindows: boolean;
    /** Turns a Node error into an errno for PostgreSQL. */
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

/** PGlite's files on disk with a real fsync: PGlite's own fsync returns without syncing. */
export class DurableFiles extends NodeFS {
  /** Number of fsync calls by PostgreSQL. */
  syncs = 0;
  /** Bytes written to the WAL since a caller last reset it to 0. */
  logged = 0;
  written = 0;
  /** Whether all files were synced before PostgreSQL opened them. */
  wasSynced = false;
  /** Everything is synced: until the next write, fsync does nothing. */
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
      // Windows cannot sync directories; PostgreSQL skips them there too.
      if (isDirectory && NODEFS.isWindows) return 0;
      NODEFS.tryFSOperation(() => this.sync(stream.nfd, isDirectory));
      this.syncs += 1;
      return 0;
    };
  }

  /** Returns when the file, or the entries of the directory, are on the disk. */
  sync(descriptor: number, isDirectory: boolean): void {
    if (isDirectory) fsyncSync(descriptor);
    else fdatasyncSync(descriptor);
  }
}

/** Whether the file is a WAL segment in use; a preallocated segment has another name while it is filled. */
function isLog({ node }: Stream): boolean {
  return node.parent.name === 'pg_wal' && !node.name.startsWith('xlogtemp');
}

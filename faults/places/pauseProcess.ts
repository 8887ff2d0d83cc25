import { readdirSync, readFileSync } from 'node:fs';
import { NotHere } from '../fault.ts';

/** Suspends a process with all its children; returns a function that resumes them. @throws NotHere */
export function freeze(pid: number): () => void {
  if (process.platform !== 'linux')
    throw new NotHere('Only Linux tells which processes belong to PostgreSQL: skipped.');
  process.kill(pid, 'SIGSTOP');
  const children = childrenOf(pid);
  for (const child of children) signal(child, 'SIGSTOP');
  return () => {
    for (const child of [...children, pid]) signal(child, 'SIGCONT');
  };
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number);
}

/** The name in parentheses may contain blanks and parentheses. */
function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return 0;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has exited meanwhile.
  }
}

import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Reads one line from the terminal without echo, or from a pipe. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: nowhere,
    terminal: process.stdin.isTTY === true,
  });
  const answer = await lines.question('');
  lines.close();
  process.stderr.write('\n');
  return answer;
}

import type { Config } from '../../../core/runtime/config.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { runOperation } from '../control/runOperation.ts';
import {
  type Command,
  CommandRefusal,
  jsonOption,
  readSystemId,
  type Terminal,
} from '../terminal/command.ts';

export const exams: Command = {
  name: 'exams',
  takes: '[--system N] [--json]',
  names: [],
  options: { system: { type: 'string' }, ...jsonOption },
  about: 'aboutExams',
  async run(config, { options: { system, json } }, terminal) {
    const systemId = system === undefined ? null : readSystemId(system, terminal);
    try {
      await (json === true ? printJson : print)(config, systemId, terminal.say, terminal);
      return 0;
    } catch (error) {
      return showWhatThereIs(error, config, systemId ?? 0, terminal);
    }
  },
};

/** Lists the systems where a system, or the exams where an exam was not found. @throws the error, or a CommandRefusal that has no more to say */
export async function showWhatThereIs(
  error: unknown,
  config: Config,
  systemId: number,
  terminal: Terminal,
): Promise<never> {
  const { code } = error as AppError;
  const isKnown = error instanceof AppError && (code === 'system.notFound' || code === 'exam.notFound');
  const toError = (line: string) => void process.stderr.write(`${line}\n`);
  if (isKnown) {
    toError(terminal.t(code === 'exam.notFound' ? 'examsThere' : 'systemsThere', { systemId }));
    await print(config, code === 'exam.notFound' ? systemId : null, toError, terminal);
    throw new CommandRefusal('');
  }
  throw error;
}

async function printJson(...[config, systemId, say, terminal]: Parameters<typeof print>): Promise<void> {
  const found = await runOperation(config, 'listExams', { systemId }, terminal);
  const systems = found.map(({ id, name, count, exams: listed }) => ({
    id,
    name,
    count,
    // Without --system they are counted alone.
    ...(systemId !== null && {
      exams: listed.map(({ courseId, date, title }) => ({ courseId, date, title })),
    }),
  }));
  say(JSON.stringify(systems, null, 2));
}

async function print(
  config: Config,
  systemId: number | null,
  say: (line: string) => void,
  terminal: Terminal,
): Promise<void> {
  const found = await runOperation(config, 'listExams', { systemId }, terminal);
  if (found.length === 0) say(terminal.t('noSystems'));
  for (const { id, name, count, exams: listed } of found) {
    say(`  ${terminal.t('examsOfSystem', { id, name, count })}`);
    for (const { courseId, date, title } of listed) say(`     ${courseId.padEnd(16)}  ${date}  ${title}`);
  }
}

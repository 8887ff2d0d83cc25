import { findSettings } from '../../../core/runtime/config.ts';
import { findInDatabase } from '../doctor/findInDatabase.ts';
import { type Finding, findOnMachine, symbols } from '../doctor/findOnMachine.ts';
import { type Command, jsonOption } from '../terminal/command.ts';

export const doctor: Command = {
  name: 'doctor',
  takes: '[--json]',
  names: [],
  options: jsonOption,
  about: 'aboutDoctor',
  async run(config, { options: { json } }, terminal) {
    const { t } = terminal;
    const say = json === true ? () => {} : terminal.say;
    say(t('doctorSettings'));
    const settings = findSettings();
    const width = Math.max(...settings.map(({ name }) => name.length));
    for (const { name, value, isSet } of settings)
      say(`  ${name.padEnd(width)}  ${value}${isSet ? '' : `  (${t('doctorDefault')})`}`);
    say(t('doctorChecks'));
    const findings: Finding[] = [];
    const tell = (found: readonly Finding[]) => {
      findings.push(...found);
      for (const { level, line, advice } of found)
        say(`  ${symbols[level]} ${line}${advice ? ` – ${advice}` : ''}`);
    };
    tell(await findOnMachine(config, terminal));
    tell(await findInDatabase(config, terminal));
    const hasFailed = findings.some(({ level }) => level === 'fail');
    if (json === true) terminal.say(JSON.stringify({ settings, checks: findings, hasFailed }, null, 2));
    say(t(hasFailed ? 'doctorFailed' : 'doctorPassed'));
    return hasFailed ? 1 : 0;
  },
};

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
    const tell = (finding: Finding) => {
      const { level, line, advice } = finding;
      findings.push(finding);
      say(`  ${symbols[level]} ${line}${advice ? ` – ${advice}` : ''}`);
    };
    for await (const finding of findOnMachine(config, terminal)) tell(finding);
    terminal.progress(t('databaseRead'));
    for (const finding of await findInDatabase(config, terminal)) tell(finding);
    const hasFailed = findings.some(({ level }) => level === 'fail');
    if (json === true) terminal.say(JSON.stringify({ settings, checks: findings, hasFailed }, null, 2));
    say(t(hasFailed ? 'doctorFailed' : 'doctorPassed'));
    return hasFailed ? 1 : 0;
  },
};

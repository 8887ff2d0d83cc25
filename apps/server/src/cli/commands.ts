import { adminCreate } from './commands/adminCreate.command.ts';
import { backup } from './commands/backup.command.ts';
import { doctor } from './commands/doctor.command.ts';
import { importCommand } from './commands/import.command.ts';
import { release } from './commands/release.command.ts';
import { restore } from './commands/restore.command.ts';
import type { Command } from './terminal/command.ts';

export const commands: readonly Command[] = [doctor, adminCreate, importCommand, backup, restore, release];

import { adminCreate } from './adminCreate.command.ts';
import { backup } from './backup.command.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.command.ts';
import { importCommand } from './import.command.ts';
import { release } from './release.command.ts';
import { restore } from './restore.command.ts';

export const commands: readonly Command[] = [doctor, adminCreate, importCommand, backup, restore, release];

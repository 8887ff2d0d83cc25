// Loaded into the server before its own code (`--import`): when the process that started it is killed, it stops too.
import { watchParent } from './watchParent.mjs';

watchParent(() => process.kill(process.pid, 'SIGTERM'));

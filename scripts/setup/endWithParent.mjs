// Loaded into the server before its own code (`--import`): stops the server when its parent process is killed.
import { watchParent } from './watchParent.mjs';

watchParent(() => process.kill(process.pid, 'SIGTERM'));

import { config } from 'zod/mini';

// The content policy forbids making code from text, which zod otherwise does to go faster.
config({ jitless: true });

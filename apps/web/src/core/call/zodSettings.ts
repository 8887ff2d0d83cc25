import { config } from 'zod/mini';

// The content security policy forbids eval, which zod otherwise uses for speed.
config({ jitless: true });

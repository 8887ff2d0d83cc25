const choices = ['local', 'session', 'cookie'] as const;

/** VITE_SESSION_STORE decides at build time where the session is stored (readings §2). */
export function sessionStoreChoice(setting = 'local'): (typeof choices)[number] {
  const choice = choices.find((name) => name === setting);
  if (!choice)
    throw new Error(`VITE_SESSION_STORE is "${setting}"; it must be one of ${choices.join(', ')}.`);
  return choice;
}

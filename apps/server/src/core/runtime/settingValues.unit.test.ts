import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const refusal = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('settings that are not valid', () => {
  it('say what is wrong with a network, the port of an address and that of the portal', () => {
    expect(refusal({ TRUSTED_PROXIES: '10.0.0.0/99' })).toBe(
      'Setting TRUSTED_PROXIES is not valid: the number after / is from 1 to 32 in a network such as 10.0.0.0/32.',
    );
    for (const address of ['smtp://mail.example.ca:99999', 'smtp://u:p:q@mail.example.ca:x/'])
      expect(refusal({ SMTP_URL: address })).toBe(
        'Setting SMTP_URL is not valid: the port after the host is not a number up to 65535.',
      );
    expect(refusal({ SMTP_URL: 'mail.example.ca:25' })).toContain('starts with smtp://');
    expect(refusal({ PORT: '0' })).toContain('from 1 to 65535');
  });
});

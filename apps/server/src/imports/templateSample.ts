/** The address of the template's sample row. Nobody can have it (RFC 2606), so a row with it is no candidate. */
export const sampleEmail = 'exemple@example.invalid';

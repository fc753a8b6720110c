import { createHmac } from 'node:crypto';

/**
 * What the owner of an address is known by once their account is closed: it says nothing to whoever reads the
 * database, and is another one than places use.
 */
export const returnKeyOf = (secret: string, email: string): string =>
  createHmac('sha256', secret).update(`returns:${email.toLowerCase()}`).digest('base64url');

import { HOUR_MS } from '@openlarder/domain/kernel/time.ts';
import { describe, expect, it } from 'vitest';
import { accountFixture, PASSWORD } from '#server/test/account-fixture.ts';
import { listingBody } from '#server/test/factories/listing-body.ts';
import { tokenIn } from '#server/test/mailbox.ts';

const fixture = await accountFixture();
const { as, clock, mailbox, post, signIn, joined, unverified, noJobsLeft } = fixture;
await fixture.listen();

const OTHER = 'another good password';
const reset = (token: string, newPassword = OTHER) => post('reset-password', { token, newPassword });
const verify = (token: string, cookie?: string, password?: string) =>
  post('verify-email', { token, password }, cookie);

/** Asks for the mail, the nth (from 0) to this address, and returns the token of its link. */
async function mailedToken({ email, cookie }: { email: string; cookie: string }, nth = 0): Promise<string> {
  const sent = await post('send-verification-email', {}, cookie);
  expect([sent.statusCode, sent.json()]).toEqual([202, { sentTo: email }]);
  return tokenIn(await mailbox.mailTo(email, nth), 'verify');
}

describe('a person whose email is not verified', () => {
  it('verifies it by the mailed link, once, within a day', async () => {
    const person = await unverified();
    const token = await mailedToken(person);
    // link scanners of mail programs do not use the link up
    expect((await as(null, { url: `/api/login?verify=${token}` })).statusCode).toBe(200);
    clock.forward(24 * HOUR_MS - 1);
    const response = await verify(token, person.cookie);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ email: person.email, emailVerified: true });
    const again = await verify(token, person.cookie);
    expect([again.statusCode, again.json().code, again.cookies]).toEqual([409, 'link-over', []]);
  });

  it('cannot use a link older than a day, or of another kind', async () => {
    const person = await unverified();
    const token = await mailedToken(person);
    expect((await reset(token)).statusCode).toBe(409);
    clock.forward(24 * HOUR_MS);
    expect((await verify(token, person.cookie)).statusCode).toBe(409);
    expect((await signIn(person.email, PASSWORD)).json().emailVerified).toBe(false);
  });

  it('does not claim until they open a link, with their password in another browser', async () => {
    const person = await unverified();
    const donor = await joined();
    const listing = await as(donor, {
      method: 'POST',
      url: '/api/food-listings',
      payload: listingBody(clock),
    });
    expect(listing.statusCode).toBe(201);
    const claim = () =>
      as(person, { method: 'POST', url: `/api/food-listings/${listing.json().id}/claim`, payload: {} });
    const refused = await claim();
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      {
        code: 'verify-email',
        message: 'Please confirm your email address first: open the link in the email we sent you.',
      },
    ]);
    const first = await mailedToken(person);
    const second = await mailedToken(person, 1);
    for (const [cookie, password] of [
      [undefined, undefined],
      [undefined, OTHER],
      [donor.cookie, undefined],
    ] as const) {
      const guess = await verify(second, cookie, password);
      expect([guess.statusCode, Object.keys(guess.json().fields), guess.cookies]).toEqual([
        422,
        ['password'],
        [],
      ]);
    }
    expect((await verify(second, undefined, PASSWORD)).statusCode).toBe(200);
    expect((await claim()).statusCode).toBe(201);
    expect((await verify(first)).statusCode).toBe(409);
    expect((await post('send-verification-email', {}, person.cookie)).statusCode).toBe(202);
    await noJobsLeft();
    expect(mailbox.mails.filter(({ to }) => to.includes(person.email))).toHaveLength(2);
  });
});

import {
  type Claim,
  completeClaim,
  listClaims,
  revealAddress,
} from '@openlarder/domain/claims/claim-contract.ts';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim, hoursFromNow } from '#web/testing/samples.ts';
import { Ticket } from './Ticket.tsx';

const ticketOf = (claim: Claim) => renderPart(<Ticket claim={claim} />);
const asDonor = { side: 'donor', code: null } as const;

it('shows the claimer the code, and only the area until the address is revealed', () => {
  ticketOf(aClaim());
  expect(screen.getByText('4821')).toBeTruthy();
  expect(screen.getByText('Clinton')).toBeTruthy();
  expect(screen.getByText('You see the address as soon as Ana R. shares it.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Share my address' })).toBeNull();
  expect(screen.queryByLabelText('Code on their ticket')).toBeNull();
});

it('shows the address and the instructions once revealed', () => {
  ticketOf(
    aClaim({}, { placeShared: true, pickupLocation: '12 W 50th St', pickupInstructions: 'Ring twice' }),
  );
  expect(screen.getByText('12 W 50th St')).toBeTruthy();
  expect(screen.getByText('Ring twice')).toBeTruthy();
  expect(screen.queryByText(/You see the address/)).toBeNull();
});

it('lets the donor reveal the address, after saying to whom', async () => {
  reply(listClaims, []);
  const claim = aClaim(asDonor, { pickupLocation: '12 W 50th St' });
  const asked = reply(revealAddress, claim);
  const { user } = ticketOf(claim);
  expect(screen.getByText(/Only June O\. then sees “12 W 50th St”/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Share my address' }));
  expect(asked.map(({ params }) => params['id'])).toEqual([claim.conversationId]);
});

describe('at a business with a public address', () => {
  const shop = { placeIsPublic: true, pickupLocation: '789 9th Avenue' };

  it('shows the claimer the address, and the rest once revealed', () => {
    ticketOf(aClaim({}, shop));
    expect(screen.getByText('789 9th Avenue')).toBeTruthy();
    expect(screen.getByText(/^This address is public\./)).toBeTruthy();
  });

  it('lets the donor reveal only instructions and a phone number', () => {
    ticketOf(aClaim(asDonor, { ...shop, pickupInstructions: 'Ask at the counter' }));
    expect(screen.getByRole('button', { name: 'Share how to find it' })).toBeTruthy();
    cleanup();
    ticketOf(aClaim(asDonor, shop));
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
    expect(screen.getByText('June O. can see this address.')).toBeTruthy();
  });
});

it('completes with the right code and shows an error for a wrong one', async () => {
  reply(listClaims, []);
  replyError(completeClaim, 422, {
    code: 'check-fields',
    message: 'This is not the code',
    fields: { code: 'This is not the code on the ticket' },
  });
  const claim = aClaim(asDonor);
  const { user } = ticketOf(claim);
  const field = screen.getByLabelText('Code on their ticket');
  await user.type(field, '48');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('The code has four digits')).toBeTruthy();

  await user.type(field, 'x2199');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('This is not the code on the ticket')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');

  const asked = reply(completeClaim, { ...claim, status: 'completed', endedAt: hoursFromNow(0) });
  await user.clear(field);
  await user.type(field, '4821{Enter}');
  expect(asked.map(({ body }) => body)).toEqual([{ code: '4821' }]);
});

it('says that the code is locked and offers the confirmation', () => {
  ticketOf(aClaim({ ...asDonor, codeLocked: true }));
  expect(screen.getByText(/The code is locked after 5 wrong tries/)).toBeTruthy();
  expect(screen.queryByLabelText('Code on their ticket')).toBeNull();
  expect(screen.getByRole('button', { name: 'I handed it over' })).toBeTruthy();
});

it('lets each side confirm once', () => {
  const { unmount } = ticketOf(aClaim());
  expect(screen.getByRole('button', { name: 'I picked it up' })).toBeTruthy();
  unmount();
  ticketOf(aClaim({ claimerConfirmedAt: hoursFromNow(0) }));
  expect(screen.queryByRole('button', { name: 'I picked it up' })).toBeNull();
  expect(screen.getByText('You said you picked it up. Ana R. still has to confirm.')).toBeTruthy();
});

it('links to the calendar file until the window is over', () => {
  const claim = aClaim();
  ticketOf(claim);
  const link = screen.getByRole('link', { name: 'Add to calendar' });
  expect(link.getAttribute('href')).toBe(`/api/claims/${claim.id}/pickup.ics`);
  expect(link.hasAttribute('download')).toBe(true);
  cleanup();
  ticketOf(aClaim({}, { availableFrom: hoursFromNow(-5), availableUntil: hoursFromNow(-1) }));
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
});

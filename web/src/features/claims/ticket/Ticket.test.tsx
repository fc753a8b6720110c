import { type Claim, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { revealAddress } from '@openlarder/domain/handovers/handover-contract.ts';
import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { formatDayTime, formatPickupWindow } from '#web/lib/format.ts';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim, anId, hoursFromNow } from '#web/testing/samples.ts';
import { Ticket } from './Ticket.tsx';

const ticketOf = (claim: Claim) => renderWithProviders(<Ticket claim={claim} />);
const asDonor = { side: 'donor' } as const;

it('shows the claimer the code, and only the area until the address is revealed', () => {
  ticketOf(aClaim());
  expect(screen.getByText('4821')).toBeTruthy();
  expect(screen.getByText('Clinton')).toBeTruthy();
  expect(screen.getByText("You'll see the address once Ana R. shares it.")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Share my address' })).toBeNull();
  expect(screen.queryByLabelText('Pickup code')).toBeNull();
});

it('shows the address and the instructions once revealed', () => {
  ticketOf(
    aClaim({}, { placeShared: true, pickupLocation: '12 W 50th St', pickupInstructions: 'Ring twice' }),
  );
  expect(screen.getByText('12 W 50th St')).toBeTruthy();
  expect(screen.getByText('Ring twice')).toBeTruthy();
  expect(screen.queryByText(/You'll see the address/)).toBeNull();
});

it('says what the food contains to who receives it, and that nothing is said to who was given it', () => {
  const contains = () => screen.queryByText('Contains celery and gluten');
  const { unmount } = ticketOf(aClaim({}, { allergens: ['celery', 'gluten'] }));
  expect(contains()).toBeTruthy();
  unmount();
  ticketOf(aClaim(asDonor, { allergens: ['celery', 'gluten'] }));
  expect(contains()).toBeNull();
  ticketOf(aClaim({ emergencyRequestId: anId() }, { allergens: null }));
  expect(screen.getByText(/^The donor hasn't said which allergens/)).toBeTruthy();
});

it('is scrolled to from its top, where its code is', () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  onTestFinished(() => scroll.mockRestore());
  reply(listClaims, []);
  renderWithProviders(<Ticket claim={aClaim()} isWanted />);
  expect(scroll).toHaveBeenCalledWith({ block: 'start' });
});

it('lets the donor reveal the address, after saying to whom', async () => {
  reply(listClaims, []);
  const claim = aClaim(asDonor, { pickupLocation: '12 W 50th St' });
  const asked = reply(revealAddress, claim.handover);
  const { user } = ticketOf(claim);
  expect(screen.getByText(/Only June O\. will see “12 W 50th St”/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Share my address' }));
  expect(asked.map(({ params }) => params['id'])).toEqual([claim.conversationId]);
});

describe('at a business with a public address', () => {
  const shop = { placeIsPublic: true, pickupLocation: '789 9th Avenue' };

  it('shows the claimer the address, and the rest once revealed', () => {
    ticketOf(aClaim({}, shop));
    expect(screen.getByText('789 9th Avenue')).toBeTruthy();
    expect(screen.getByText(/^That's the full address\./)).toBeTruthy();
  });

  it('lets the donor reveal only instructions and a phone number', () => {
    ticketOf(
      aClaim(asDonor, { ...shop, pickupInstructions: 'Ask at the counter', contactPhone: '555 0100' }),
    );
    expect(screen.getByRole('button', { name: 'Share how to find it' })).toBeTruthy();
    expect(screen.getByText(/^Only June O\. will see “Ask at the counter” and “555 0100”, /)).toBeTruthy();
    cleanup();
    ticketOf(aClaim(asDonor, shop));
    expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
    expect(screen.getByText('June O. can see this address.')).toBeTruthy();
  });
});

it('has the code in front of the times for the giver without an agreed time, and the way out folded', () => {
  const claim = aClaim(
    asDonor,
    { availableFrom: hoursFromNow(20), availableUntil: hoursFromNow(24) },
    { ownPlace: 'revealed' },
  );
  ticketOf(claim);
  const code = screen.getByRole('button', { name: "Enter June's code" });
  const question = screen.getByText('When works for you?');
  expect(code.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(code.closest('details')).toBeNull();
  expect(screen.getByText('Cancel this pickup').closest('details')?.textContent).toMatch(/^Something else/);
});

it('does not mention a window that has not begun at the agreed time', () => {
  const agreedTime = hoursFromNow(-0.1);
  ticketOf(aClaim({}, { availableFrom: hoursFromNow(2), availableUntil: hoursFromNow(9) }, { agreedTime }));
  expect(screen.getByText(/ · agreed$/).nextElementSibling).toBeNull();
});

it('shows the agreed time first, and the window behind it', () => {
  const agreedTime = hoursFromNow(2);
  const window = { availableFrom: hoursFromNow(-1), availableUntil: hoursFromNow(4) };
  ticketOf(aClaim({}, window, { agreedTime }));
  const when = formatDayTime(agreedTime, Date.now());
  const line = screen.getByText(`${when} · agreed`);
  expect(line.nextElementSibling?.textContent).toBe(
    formatPickupWindow(window.availableFrom, window.availableUntil, Date.now()),
  );
});

it('links to the calendar file until its time has come', () => {
  const claim = aClaim();
  ticketOf(claim);
  const link = screen.getByRole('link', { name: 'Add to calendar' });
  expect(link.getAttribute('href')).toBe(`/api/handovers/${claim.handover.id}/pickup.ics`);
  expect(link.hasAttribute('download')).toBe(true);
  cleanup();
  ticketOf(aClaim({}, { availableFrom: hoursFromNow(-5), availableUntil: hoursFromNow(-1) }));
  expect(screen.queryByRole('link', { name: 'Add to calendar' })).toBeNull();
});

import {
  type Claim,
  completeClaim,
  confirmComing,
  disputeClaim,
  getClaimLimits,
  listClaims,
  releaseClaim,
  reportNoShow,
} from '@openlarder/domain/claims/claim-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { reply, api, replyNetworkError, replyError } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { MyPickups } from '../lists/MyPickups.tsx';
import { HandoverActions } from './HandoverActions.tsx';

const asDonor = { side: 'donor', code: null } as const;
const over = { availableFrom: hoursFromNow(-5), availableUntil: hoursFromNow(-1), placeShared: true };
const soon = { availableFrom: hoursFromNow(0.5), availableUntil: hoursFromNow(4), placeShared: true };
const early = { createdAt: hoursFromNow(-30) };

const ended = (claim: Claim, said: Partial<Claim>): Claim => ({
  ...claim,
  endedAt: hoursFromNow(0),
  code: null,
  ...said,
});
const movesOn = (claim: Claim) => renderPart(<HandoverActions claim={claim} />);
const button = (name: string) => screen.getByRole('button', { name });
const dialogNamed = (name: string | RegExp) => screen.findByRole('dialog', { name });

/** Renders MyPickups with the server's claims, which change with `claim`. */
function onScreen(claim: Claim) {
  const server = { claims: [claim] };
  reply(listClaims, ({ query }) => (query.get('side') === 'mine' ? server.claims : []));
  return { ...renderPart(<MyPickups />), server };
}

beforeEach(() => void reply(getClaimLimits, someLimits()));

describe('before the pickup', () => {
  it('asks whether the claimer is coming, answered with one press', async () => {
    const claim = aClaim(early, soon);
    const { user, server } = onScreen(claim);
    expect(await screen.findByText('Can you still make it?')).toBeTruthy();
    const asked = reply(confirmComing, () => {
      server.claims = [{ ...claim, comingAt: hoursFromNow(0) }];
      return server.claims[0] ?? claim;
    });
    await user.click(button('Yes, I am coming'));
    expect(await screen.findByText('You said that you are coming.')).toBeTruthy();
    expect(await screen.findByText('Ana R. knows that you are coming.')).toBeTruthy();
    expect(screen.queryByText('Can you still make it?')).toBeNull();
    expect(asked).toHaveLength(1);
    // The pressed button is gone: the focus stays beside what has changed.
    const focused = document.activeElement;
    expect(focused).not.toBe(document.body);
    expect(focused?.contains(button('I cannot come'))).toBe(true);
  });

  it('describes what happens after each button', () => {
    movesOn(aClaim(early, soon));
    const describedBy = button('Let it go').getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.textContent).toBe(
      'You say why, Ana R. is told, and others can have it.',
    );
  });
});

describe('releasing a claim', () => {
  it('asks for a reason of this side and says whether the food is offered again', async () => {
    const claim = aClaim(early, { ...soon, availableFrom: hoursFromNow(20) });
    const { user, server } = onScreen(claim);
    await user.click(await screen.findByRole('button', { name: 'I cannot come' }));
    const dialog = await dialogNamed('Let this pickup go?');
    expect(
      within(dialog)
        .getAllByRole('radio')
        .map((one) => one.getAttribute('value')),
    ).toEqual(['cannot_come', 'no_longer_needed', 'no_answer', 'other']);
    const asked = reply(releaseClaim, () => {
      const released = ended(claim, { status: 'released', endedBy: 'claimer', releaseReason: 'cannot_come' });
      server.claims = [{ ...released, listing: { ...released.listing, status: 'posted' } }];
      return server.claims[0] ?? released;
    });
    await user.click(within(dialog).getByRole('button', { name: 'Let it go' }));
    expect(within(dialog).getByText('Please choose a reason')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getAllByRole('radio')[0]);
    expect(asked).toHaveLength(0);
    await user.click(within(dialog).getByLabelText('I cannot come'));
    expect(within(dialog).getByText(/is offered to others again while its time lasts/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Let it go' }));
    expect(await screen.findByText(/Ana R\. is told\. “Sourdough loaves” is offered to others/)).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'cannot_come' }]);
    // The ticket is gone with its button: the list's heading takes the focus.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My pickups' }));
  });

  it('offers “no food” from the start of the window, preselected by its own button', async () => {
    const { user } = movesOn(aClaim(early));
    await user.click(button('There was no food'));
    const dialog = await dialogNamed('Let this pickup go?');
    expect(within(dialog).getByLabelText<HTMLInputElement>('I came, and there was no food').checked).toBe(
      true,
    );
    expect(within(dialog).getByText(/is not offered again, so that nobody comes for nothing/)).toBeTruthy();
  });

  it('asks the donor after the window what happened, without reasons that are over', async () => {
    const { user } = movesOn(aClaim({ ...asDonor, ...early }, over));
    await user.click(button('I could not hand it over'));
    const dialog = await dialogNamed('What happened?');
    expect(within(dialog).getByLabelText<HTMLInputElement>('I could not hand it over').checked).toBe(true);
    expect(within(dialog).getByText('Its time is over, so it is not offered again.')).toBeTruthy();
  });

  it('returns the focus to the button when the dialog is cancelled', async () => {
    const { user } = movesOn(aClaim(early));
    button('I cannot come').focus();
    await user.keyboard('{Enter}');
    await dialogNamed('Let this pickup go?');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button('I cannot come')));
  });
});

describe('a no-show', () => {
  it('is reported after a warning, and can be disputed', async () => {
    reply(listClaims, []);
    const claim = aClaim({ ...asDonor, ...early }, over);
    const { user } = movesOn(claim);
    await user.click(button('They did not come'));
    const dialog = await dialogNamed('June O. did not come?');
    expect(within(dialog).getByText(/can object for 48 hours/)).toBeTruthy();
    expect(within(dialog).getByText(/choose “I could not hand it over” instead/)).toBeTruthy();
    const asked = reply(reportNoShow, ended(claim, { status: 'no_show', endedBy: 'donor' }));
    await user.click(within(dialog).getByRole('button', { name: 'They did not come' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toHaveLength(1);
  });

  it('is shown to the claimer outside the history, with a dispute button', async () => {
    const claim = ended(aClaim(early, over), { status: 'no_show', endedBy: 'donor' });
    const { user, server } = onScreen(claim);
    expect(await screen.findByText('Ana R. waited, and says that you did not come.')).toBeTruthy();
    expect(screen.queryByText('History')).toBeNull();
    await user.click(button('I did come'));
    const dialog = await dialogNamed('I did come');
    expect(within(dialog).getByText(/Ana R\. is told that you object, and not what you write/)).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/What happened\?/), 'I rang twice.');
    const asked = reply(disputeClaim, () => {
      server.claims = [{ ...claim, disputedAt: hoursFromNow(0), disputedBy: 'claimer' }];
      return server.claims[0] ?? claim;
    });
    await user.click(within(dialog).getByRole('button', { name: 'Tell them' }));
    expect(await screen.findByText(/^You said that you did come\./)).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ details: 'I rang twice.' }]);
  });
});

describe('errors', () => {
  it('shows the error and retries the same action', async () => {
    reply(listClaims, []);
    replyNetworkError(completeClaim);
    const claim = aClaim(early);
    const { user } = movesOn(claim);
    await user.click(button('I picked it up'));
    const told = await screen.findByRole('alert');
    expect(within(told).getByText(/We could not reach the server/)).toBeTruthy();
    const asked = reply(completeClaim, { ...claim, claimerConfirmedAt: hoursFromNow(0) });
    await user.click(within(told).getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(asked).toHaveLength(1);
  });

  it('keeps the dialog and its input', async () => {
    reply(listClaims, []);
    const claim = ended(aClaim(early, over), { status: 'completed', completedBy: 'both' });
    replyNetworkError(disputeClaim);
    const { user } = movesOn(claim);
    await user.click(button('Something is not right'));
    const dialog = await dialogNamed('Something is not right');
    await user.type(within(dialog).getByLabelText(/What happened\?/), 'It was mouldy.');
    await user.click(within(dialog).getByRole('button', { name: 'Tell them' }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    const asked = reply(disputeClaim, claim);
    await user.click(within(dialog).getByRole('button', { name: 'Tell them' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.map(({ body }) => body)).toEqual([{ details: 'It was mouldy.' }]);
  });

  it('on a conflict shows one toast, closes the dialog and shows the new status', async () => {
    const claim = aClaim(early, over);
    const { user, server } = onScreen(claim);
    await user.click(await screen.findByRole('button', { name: 'I could not come' }));
    const dialog = await dialogNamed('What happened?');
    replyError(releaseClaim, 409, { code: 'claim-ended', message: 'This claim has already ended.' });
    server.claims = [ended(claim, { status: 'no_show', endedBy: 'donor' })];
    await user.click(within(dialog).getByRole('button', { name: 'Tell Ana R.' }));
    expect(await screen.findByText('This claim has already ended.')).toBeTruthy();
    expect(await screen.findByText('Ana R. waited, and says that you did not come.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('closes the dialog on a conflict before the refetch has arrived', async () => {
    reply(listClaims, []);
    const { user } = movesOn(aClaim(early, over));
    await user.click(button('I could not come'));
    const dialog = await dialogNamed('What happened?');
    replyError(releaseClaim, 409, {
      code: 'handover-said',
      message: 'The other side says it changed hands.',
    });
    await user.click(within(dialog).getByRole('button', { name: 'Tell Ana R.' }));
    expect(await screen.findByText('The other side says it changed hands.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('runs one action for two presses', async () => {
    reply(listClaims, []);
    const claim = aClaim(early);
    let asked = 0;
    const pressed = Promise.withResolvers<void>();
    api.use(
      http.post('*/api/claims/:id/complete', async () => {
        asked += 1;
        await pressed.promise;
        return Response.json({ ...claim, claimerConfirmedAt: hoursFromNow(0) });
      }),
    );
    const { user } = movesOn(claim);
    const press = button('I picked it up');
    press.click();
    press.click();
    await user.click(press);
    pressed.resolve();
    expect(await screen.findByText('Ana R. is asked to confirm.')).toBeTruthy();
    expect(asked).toBe(1);
  });
});

import {
  completeHandover,
  confirmComing,
  disputeHandover,
  getHandover,
  type Handover,
  releaseHandover,
  reportNoShow,
  sayOnMyWay,
} from '@openlarder/domain/handovers/handover-contract.ts';
import { sendMessage } from '@openlarder/domain/messaging/message-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { describe, expect, it } from 'vitest';
import { reply, replyError, replyNetworkError } from '#web/testing/api.ts';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { api } from '#web/testing/fake-network.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aHandover, aMessage, hoursFromNow } from '#web/testing/samples.ts';
import { withResolvers } from '#web/testing/with-resolvers.ts';
import { CodeOverlay } from '../code/CodeOverlay.tsx';
import { handoverSentence } from '../handover-labels.ts';
import { HandoverActions } from './HandoverActions.tsx';

const asGiver = { side: 'giver', ownPlace: 'revealed' } as const;
const early = { createdAt: hoursFromNow(-30) };
const soon = { ...early, windowFrom: hoursFromNow(0.5), windowUntil: hoursFromNow(4) };
/** Its time was this many hours ago, and both were asked then. */
const overFor = (hours: number) => ({
  ...early,
  windowFrom: hoursFromNow(-9),
  windowUntil: hoursFromNow(-hours),
  askedAt: hoursFromNow(-hours),
});
/** Ana brings something to June's request. */
const BROUGHT = { claimId: null, listingId: null, emergencyRequestId: aHandover().id } as const;

/** Renders the actions of a cached handover; after an action it is fetched again from `server`. */
function onScreen(handover: Handover) {
  const server = { handover };
  function Cached() {
    const { data: shown } = useQuery({
      queryKey: endpointKey(getHandover, { params: { id: handover.id } }),
      queryFn: () => server.handover,
      initialData: handover,
    });
    return (
      <>
        <p>{handoverSentence(shown, Date.now())}</p>
        <HandoverActions handover={shown} />
        <CodeOverlay />
      </>
    );
  }
  return { ...renderWithProviders(<Cached />), server };
}
/** The server's reply to an action, kept for the fetch after it. */
const changes = (server: { handover: Handover }, said: Partial<Handover>) => () => {
  server.handover = { ...server.handover, ...said };
  return server.handover;
};
const ended = { endedAt: hoursFromNow(0), code: null } as const;
const button = (name: string) => screen.getByRole('button', { name });
const isThere = (name: string) => screen.queryByRole('button', { name }) !== null;
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }));
const isPrimary = (one: HTMLElement) => one.className.includes('bg-brand ');

describe('before the meeting', () => {
  it('asks whether the person who travels is coming, answered with one press', async () => {
    const { user, server } = onScreen(aHandover(soon));
    expect(screen.getByText('Can you still make it?')).toBeTruthy();
    const asked = reply(confirmComing, changes(server, { comingAt: hoursFromNow(0) }));
    await user.click(button("Yes, I'm coming"));
    expect(await screen.findByText("You said you're coming.")).toBeTruthy();
    expect(await screen.findByText("Ana knows you're coming.")).toBeTruthy();
    expect(screen.queryByText('Can you still make it?')).toBeNull();
    expect(asked).toHaveLength(1);
    // The pressed button is gone: the focus stays beside what has changed.
    const focused = document.activeElement;
    expect(focused).not.toBe(document.body);
    expect(focused?.contains(button("I can't make it"))).toBe(true);
  });

  it('describes what happens after each button', () => {
    onScreen(aHandover(soon));
    const describedBy = button("I can't make it").getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(describedBy)?.textContent).toBe(
      "We'll let Ana know and offer it to someone else.",
    );
  });
});

describe('at the meeting time', () => {
  it('asks whether the person who travels is on the way, and lets the other say that they are there', async () => {
    const { user, server, unmount } = onScreen(aHandover(overFor(0.1)));
    expect(screen.getByText('On your way?')).toBeTruthy();
    expect(isPrimary(button("I'm on my way"))).toBe(true);
    const asked = reply(sayOnMyWay, changes(server, { receiverOnMyWayAt: hoursFromNow(0) }));
    await user.click(button("I'm on my way"));
    expect(await screen.findByText("You said you're on your way.")).toBeTruthy();
    expect(isThere("I'm on my way")).toBe(false);
    expect(asked).toHaveLength(1);
    unmount();
    onScreen(aHandover({ ...asGiver, ...overFor(0.1) }));
    expect(screen.queryByText('On your way?')).toBeNull();
    expect(isPrimary(button("I'm here"))).toBe(false);
  });

  it('lets either side stop waiting after 15 minutes, without a missed pickup', async () => {
    const { unmount } = onScreen(aHandover({ ...asGiver, ...overFor(0.2) }));
    expect(isThere('Stop waiting')).toBe(false);
    expect(screen.getByText(/^You can stop waiting from .* It won't count against anyone\.$/)).toBeTruthy();
    unmount();
    const { user, server } = onScreen(aHandover({ ...asGiver, ...overFor(0.3) }));
    await user.click(button('Stop waiting'));
    const dialog = await dialogNamed('Stop waiting for June?');
    expect(dialog.getByText("We'll let June know. It won't count against anyone.")).toBeTruthy();
    const asked = reply(
      releaseHandover,
      changes(server, { ...ended, status: 'released', endedBy: 'giver', releaseReason: 'stopped_waiting' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Stop waiting' }));
    expect(await screen.findByText('You stopped waiting.')).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'stopped_waiting' }]);
  });
});

describe('releasing', () => {
  it('sends the last words once, before it ends, also if the first try fails', async () => {
    const handover = aHandover({ ...soon, windowFrom: hoursFromNow(3) });
    const { user, server } = onScreen(handover);
    await user.click(button("I can't make it"));
    const dialog = await dialogNamed('Cancel this pickup?');
    expect(dialog.getByText(/it won't count against you/)).toBeTruthy();
    const said = reply(sendMessage, aMessage({ conversationId: handover.conversationId }));
    replyError(releaseHandover, 503, { code: 'away', message: 'Please try again in a moment.' });
    await user.type(dialog.getByRole('textbox', { name: /^A last word to Ana/ }), 'So sorry, Ana! ');
    await user.click(dialog.getByRole('button', { name: 'Cancel pickup' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    const asked = reply(
      releaseHandover,
      changes(server, { ...ended, status: 'released', endedBy: 'receiver', releaseReason: 'cannot_come' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Cancel pickup' }));
    expect(await screen.findByText("You couldn't make it this time.")).toBeTruthy();
    expect(asked).toHaveLength(1);
    expect(said.map(({ body }) => body)).toEqual([
      { content: 'So sorry, Ana!' },
      { content: 'So sorry, Ana!' },
    ]);
    const [first, second] = said.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it('has the reason that the button named, and says whether the food is offered again', async () => {
    const handover = aHandover({ ...soon, windowFrom: hoursFromNow(3) });
    const { user, server, location } = onScreen(handover);
    await user.click(button("I can't make it"));
    const dialog = await dialogNamed('Cancel this pickup?');
    const asked = reply(
      releaseHandover,
      changes(server, { ...ended, status: 'released', endedBy: 'receiver', releaseReason: 'cannot_come' }),
    );
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: "I can't make it" }).checked).toBe(true);
    expect(
      dialog.getByText("We'll offer “Sourdough loaves” to others again while there's time."),
    ).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Cancel pickup' }));
    expect(await screen.findByText("You couldn't make it this time.")).toBeTruthy();
    expect(await screen.findByText("We'll let Ana know and offer it to someone else.")).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'cannot_come' }]);
    // a slip has a way back
    await user.click(button('See this food'));
    expect(location.history.at(-1)).toBe(`/?listing=${handover.listingId}`);
  });

  it('promises no one else food that its giver has stopped sharing', async () => {
    const { user, server } = onScreen(aHandover({ ...early, offeredUntil: null }));
    await user.click(button("I can't make it"));
    const dialog = await dialogNamed('Cancel this pickup?');
    expect(dialog.getByText(/isn't offered anymore/)).toBeTruthy();
    reply(releaseHandover, changes(server, { ...ended, status: 'released', endedBy: 'receiver' }));
    await user.click(dialog.getAllByRole('radio')[0] ?? expect.fail());
    await user.click(dialog.getByRole('button', { name: 'Cancel pickup' }));
    expect(await screen.findByText("We'll let Ana know.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'See this food' })).toBeNull();
  });

  it('ends a match for either side, with reasons of its own', async () => {
    const { user, server, unmount } = onScreen(aHandover({ ...BROUGHT, ...early }));
    await user.click(button('End this match'));
    const asking = await dialogNamed('Ask someone else?');
    expect(asking.getByText(/It won't count against either of you/)).toBeTruthy();
    const asked = reply(
      releaseHandover,
      changes(server, { ...ended, status: 'released', endedBy: 'receiver' }),
    );
    await user.click(asking.getByRole('button', { name: 'End this match' }));
    expect(asking.getByText('Please choose a reason')).toBeTruthy();
    expect(document.activeElement).toBe(asking.getAllByRole('radio')[0]);
    expect(asked).toHaveLength(0);
    await user.click(asking.getByLabelText("I can't reach Ana"));
    await user.click(asking.getByRole('button', { name: 'End this match' }));
    expect(await screen.findByText("We'll let Ana know and ask other neighbors.")).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'no_answer' }]);
    unmount();
    const helper = onScreen(aHandover({ ...BROUGHT, ...asGiver, ...early }));
    await helper.user.click(button("I can't make it"));
    const dialog = await dialogNamed("You can't help this time?");
    expect(dialog.getByLabelText<HTMLInputElement>("I can't make it").checked).toBe(true);
    expect(dialog.getByText(/only if something really doesn't fit/)).toBeTruthy();
  });

  it('ends a match with sentences of their own for a person without a name', async () => {
    const receiver = { ...aHandover().receiver, displayName: 'A neighbor' };
    const unnamed = { ...BROUGHT, ...asGiver, ...early, receiver, emergencyRequestId: receiver.id };
    const { user } = onScreen(aHandover(unnamed));
    await user.click(button("I can't make it"));
    const dialog = await dialogNamed("You can't help this time?");
    expect(dialog.getByLabelText("I can't reach them")).toBeTruthy();
    expect(dialog.queryByText(/a neighbor/i)).toBeNull();
  });

  it('asks the giver afterwards what happened', async () => {
    const { user } = onScreen(aHandover({ ...asGiver, ...overFor(2) }));
    await user.click(button("I couldn't hand it over"));
    const dialog = await dialogNamed('What happened?');
    expect(dialog.getByLabelText<HTMLInputElement>("I couldn't hand it over").checked).toBe(true);
    expect(dialog.getByText("Its time is up, so we won't offer it again.")).toBeTruthy();
  });

  it('returns the focus to the button when the dialog is cancelled', async () => {
    const { user } = onScreen(aHandover(early));
    button("I can't make it").focus();
    await user.keyboard('{Enter}');
    await dialogNamed('Cancel this pickup?');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(button("I can't make it")));
  });
});

describe('a miss', () => {
  it('says from when it can be reported, and has no button before', () => {
    onScreen(aHandover({ ...asGiver, ...overFor(0.3) }));
    expect(screen.getByText(/^If no one comes, you can say so from .* on\.$/)).toBeTruthy();
    expect(isThere("They didn't come")).toBe(false);
  });

  it('is reported only on second thought: the default is to wait', async () => {
    const { user, server } = onScreen(aHandover({ ...asGiver, ...overFor(0.7) }));
    expect(button("They didn't come").closest('details')?.open).toBe(false);
    await user.click(screen.getByText('Something else happened'));
    await user.click(button("They didn't come"));
    const dialog = await dialogNamed("June didn't come?");
    expect(dialog.getByText(/doesn't disagree within 48 hours, and only once three neighbors/)).toBeTruthy();
    expect(dialog.getByText(/choose “Cancel this pickup” instead/)).toBeTruthy();
    const wait = dialog.getByRole('button', { name: 'Wait a little longer' });
    const report = dialog.getByRole('button', { name: "They didn't come" });
    expect([isPrimary(wait), isPrimary(report)]).toEqual([true, false]);
    const asked = reply(reportNoShow, changes(server, { ...ended, status: 'no_show', endedBy: 'giver' }));
    await user.click(wait);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked).toHaveLength(0);
    await user.click(button("They didn't come"));
    await user.click(
      (await dialogNamed("June didn't come?")).getByRole('button', { name: "They didn't come" }),
    );
    expect(await screen.findByText('You marked this as missed.')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('of the food is a release with its own reason', async () => {
    const { user, server } = onScreen(aHandover(overFor(0.7)));
    await user.click(button("The food wasn't there"));
    const dialog = await dialogNamed("The food wasn't there?");
    const asked = reply(
      releaseHandover,
      changes(server, { ...ended, status: 'released', endedBy: 'receiver', releaseReason: 'no_food' }),
    );
    await user.click(dialog.getByRole('button', { name: "The food wasn't there" }));
    expect(await screen.findByText("You came, and the food wasn't there.")).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ reason: 'no_food' }]);
  });

  it('does not exist where a request is answered', () => {
    onScreen(aHandover({ ...BROUGHT, ...asGiver, ...overFor(0.7) }));
    expect(isThere('Stop waiting')).toBe(true);
    expect(isThere("They didn't come")).toBe(false);
  });

  it('can be disputed by the receiver, in their own words', async () => {
    const { user, server } = onScreen(
      aHandover({ ...overFor(2), ...ended, status: 'no_show', endedBy: 'giver' }),
    );
    expect(screen.getByText('Ana marked this as missed.')).toBeTruthy();
    expect(
      screen.getByText(/^Disagree\? Let us know by .* and an organizer will take a look\.$/),
    ).toBeTruthy();
    await user.click(button('I was there'));
    const dialog = await dialogNamed('I was there');
    expect(dialog.getByText(/Ana know that you disagree, but not what you write/)).toBeTruthy();
    await user.type(dialog.getByLabelText(/What happened\?/), 'I rang twice.');
    const asked = reply(
      disputeHandover,
      changes(server, { disputedAt: hoursFromNow(0), disputedBy: 'receiver' }),
    );
    await user.click(dialog.getByRole('button', { name: 'Tell an organizer' }));
    expect(await screen.findByText(/^You said you were there\./)).toBeTruthy();
    expect(asked.map(({ body }) => body)).toEqual([{ details: 'I rang twice.' }]);
  });
});

describe('the code', () => {
  it.each([
    ['a claim', {}],
    ['a match', BROUGHT],
  ])(
    'of %s is entered on keys that one tap opens, and its last digit finishes the handover',
    async (_, kind) => {
      const { user, server } = onScreen(aHandover({ ...asGiver, ...early, ...kind }));
      reply(getHandover, () => server.handover);
      await user.click(button("Enter June's code"));
      const sheet = await dialogNamed('June');
      const asked = reply(
        completeHandover,
        changes(server, { ...ended, status: 'completed', completedBy: 'code' }),
      );
      for (const digit of '4821') await user.click(sheet.getByRole('button', { name: digit }));
      expect(await screen.findByRole('dialog', { name: 'You handed it over to June' })).toBeTruthy();
      expect(asked.map(({ body }) => body)).toEqual([{ code: '4821' }]);
      await user.click(button('Done'));
      expect(isThere('I handed it over')).toBe(false);
    },
  );

  it('can be locked, which leaves the confirmation', () => {
    onScreen(aHandover({ ...asGiver, codeLocked: true }));
    expect(
      screen.getByText('The code is locked after 5 wrong tries. You can both confirm it instead.'),
    ).toBeTruthy();
    expect(isThere("Enter June's code")).toBe(false);
    expect(isThere('I handed it over')).toBe(true);
  });
});

describe('errors', () => {
  it('shows the error and retries the same action', async () => {
    replyNetworkError(completeHandover);
    const { user, server } = onScreen(aHandover(early));
    await user.click(button('I picked it up'));
    const told = await screen.findByRole('alert');
    expect(within(told).getByText(/We couldn't reach the server/)).toBeTruthy();
    const asked = reply(completeHandover, changes(server, { receiverConfirmedAt: hoursFromNow(0) }));
    await user.click(within(told).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('You said you have it. Ana still has to confirm.')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });

  it('keeps the dialog and its input', async () => {
    replyNetworkError(disputeHandover);
    const { user, server } = onScreen(
      aHandover({ ...overFor(2), ...ended, status: 'completed', completedBy: 'both' }),
    );
    await user.click(button("Something isn't right"));
    await user.click(await screen.findByRole('menuitem', { name: /^Tell an organizer \(until / }));
    const dialog = await dialogNamed("Something isn't right");
    await user.type(dialog.getByLabelText(/What happened\?/), 'It was mouldy.');
    await user.click(dialog.getByRole('button', { name: 'Tell an organizer' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    const asked = reply(disputeHandover, changes(server, {}));
    await user.click(dialog.getByRole('button', { name: 'Tell an organizer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.map(({ body }) => body)).toEqual([{ details: 'It was mouldy.' }]);
  });

  it('on a conflict shows one toast, closes the dialog and shows the new status', async () => {
    const { user, server } = onScreen(aHandover(overFor(2)));
    await user.click(button("I couldn't make it"));
    const dialog = await dialogNamed('What happened?');
    replyError(releaseHandover, 409, { code: 'handover-ended', message: 'This has already ended.' });
    server.handover = { ...server.handover, ...ended, status: 'no_show', endedBy: 'giver' };
    await user.click(dialog.getByRole('button', { name: 'Tell Ana' }));
    expect(await screen.findByText('This has already ended.')).toBeTruthy();
    expect(await screen.findByText('Ana marked this as missed.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('closes the dialog on a conflict before the refetch has arrived', async () => {
    const { user } = renderWithProviders(<HandoverActions handover={aHandover(overFor(2))} />);
    await user.click(button("I couldn't make it"));
    const dialog = await dialogNamed('What happened?');
    replyError(releaseHandover, 409, refusalOf('handover-said'));
    await user.click(dialog.getByRole('button', { name: 'Tell Ana' }));
    expect(await screen.findByText(errorSentence('handover-said'))).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('runs one action for two presses', async () => {
    const handover = aHandover(early);
    let asked = 0;
    const pressed = withResolvers<void>();
    api.use(
      http.post('*/api/handovers/:id/complete', async () => {
        asked += 1;
        await pressed.promise;
        return Response.json({ ...handover, receiverConfirmedAt: hoursFromNow(0) });
      }),
    );
    const { user } = onScreen(handover);
    const press = button('I picked it up');
    press.click();
    press.click();
    await user.click(press);
    pressed.resolve();
    expect(await screen.findByText("We'll ask Ana to confirm.")).toBeTruthy();
    expect(asked).toBe(1);
  });
});

describe('the servings really taken', () => {
  const promised = { ...early, servings: 4 };
  const field = () => screen.queryByRole('textbox', { name: 'How many, up to 4' });

  it('are the promised ones in one tap, or fewer, and the rest is offered again', async () => {
    const handover = aHandover(promised);
    const { user, server } = onScreen(handover);
    const asked = reply(completeHandover, changes(server, { receiverConfirmedAt: hoursFromNow(0) }));
    // a pickup code could be typed into it
    expect(field()).toBeNull();
    await user.click(button('Not all 4 servings?'));
    expect(field()).toHaveProperty('value', '4');
    expect(document.activeElement).toBe(field());
    await user.click(button('One fewer'));
    expect(screen.getByText("We'll offer the other one to someone else.")).toBeTruthy();
    await user.click(button('I picked it up'));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ servings: 3 }]));
  });

  it('are not sent unless changed', async () => {
    const { user, server } = onScreen(aHandover(promised));
    const asked = reply(completeHandover, changes(server, { receiverConfirmedAt: hoursFromNow(0) }));
    await user.click(button('I picked it up'));
    await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([undefined]));
  });

  it('begin with the number that the other said, and are not asked for of one serving', () => {
    const said = { ...promised, ...asGiver, receiverConfirmedAt: hoursFromNow(0), servingsSaid: 2 };
    const { unmount } = onScreen(aHandover(said));
    expect(field()).toHaveProperty('value', '2');
    unmount();
    onScreen(aHandover({ ...overFor(2), servings: 1 }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

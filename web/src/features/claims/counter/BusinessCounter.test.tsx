import { listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import {
  acceptTime,
  completeHandover,
  releaseHandover,
} from '@openlarder/domain/handovers/handover-contract.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyNetworkError } from '#web/testing/api.ts';
import { at, claimOf, NOW, renderCounter, yesterdaysTray } from '#web/testing/business-counter.tsx';

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** No one touches the lists for as long as they keep their order. */
const restForAMinute = () => void vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);

const names = () =>
  within(screen.getByRole('region', { name: "Today's pickups" }))
    .getAllByRole('listitem')
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent);
const codeButton = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^Enter (code: ${name}|${name}'s code)$`) });
const isSolid = (button: HTMLElement) => button.className.includes('bg-brand ');

describe('the counter', () => {
  it('is nothing without pickups and without anything shared before', async () => {
    await renderCounter({ claims: [], listings: [] });
    await waitFor(() => expect(document.querySelector('[aria-hidden]')).toBeNull());
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('shows the last offer first if no pickup is due, and the pickups first within an hour of one', async () => {
    const later = claimOf('Leo', { agreedTime: at('18:31') });
    const server = { claims: [later], listings: [yesterdaysTray()] };
    const { refetch } = await renderCounter(server);
    await screen.findByRole('heading', { name: "Today's pickups" });
    expect(headings()).toEqual(['Same as yesterday', "Today's pickups"]);
    restForAMinute();
    server.claims = [{ ...later, handover: { ...later.handover, agreedTime: at('18:30') } }];
    await act(refetch);
    await waitFor(() => expect(headings()).toEqual(["Today's pickups", 'Same as yesterday']));
  });

  it('says that the pickups could not be loaded, and loads them again', async () => {
    const { user } = await renderCounter({ claims: [claimOf('Leo')], listings: [] }, '/?tab=share', () =>
      replyNetworkError(listClaims),
    );
    expect(await screen.findByText("We couldn't load today's pickups.")).toBeTruthy();
    reply(listClaims, [claimOf('Leo')]);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('1 waiting')).toBeTruthy();
  });

  it('is hidden while an earlier donation is edited, except for the link to waiting people', async () => {
    const server = { claims: [claimOf('Leo'), claimOf('Sofia')], listings: [yesterdaysTray()] };
    await renderCounter(server, '/?tab=share&again=01990000-0000-7000-8000-0000000000ff');
    const back = await screen.findByRole('link', { name: '2 pickups waiting' });
    expect(back.getAttribute('href')).toBe('/?tab=share&kind=bulk');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});

describe("today's pickups", () => {
  it('show who, when and what, and have one primary button: for the person expected now', async () => {
    const claims = [
      claimOf('Nadia'),
      claimOf('Leo', { agreedTime: at('19:00') }),
      claimOf('Maria', { agreedTime: at('17:25'), receiverOnMyWayAt: at('17:26') }),
      claimOf('Amir', { agreedTime: at('17:35') }),
    ];
    await renderCounter({ claims, listings: [] });
    await screen.findByText('4 waiting');
    expect(names()).toEqual(['Maria S.', 'Amir S.', 'Leo S.', 'Nadia S.']);
    expect(screen.getAllByText('Bread and pastry')).toHaveLength(1);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      "Maria S.on the way5:25 PM · 8 servingsEnter Maria's code",
      'Amir S.5:35 PM · 8 servingsEnter code',
      'Leo S.7 PM · 8 servingsEnter code',
      'Nadia S.by 10:30 PM · 8 servingsEnter code',
    ]);
    expect(['Maria', 'Amir', 'Leo', 'Nadia'].map((name) => isSolid(codeButton(name)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('are done with one tap and the digits; the row turns into a tick, and the heading has the focus', async () => {
    const maria = claimOf('Maria', { agreedTime: at('17:30') });
    const server = { claims: [maria, claimOf('Leo')], listings: [] };
    const { user } = await renderCounter(server);
    await user.click(await screen.findByRole('button', { name: "Enter Maria's code" }));
    const sheet = within(screen.getByRole('dialog', { name: 'Maria S.' }));
    expect(sheet.getByText('8 servings')).toBeTruthy();
    const done = {
      ...maria.handover,
      status: 'completed' as const,
      completedBy: 'code' as const,
      giverConfirmedAt: at('17:30'),
      receiverConfirmedAt: at('17:30'),
      endedAt: at('17:30'),
    };
    const heard = reply(completeHandover, () => {
      server.claims = [
        { ...maria, status: 'completed', endedAt: done.endedAt, handover: done },
        claimOf('Leo'),
      ];
      return done;
    });
    for (const digit of '0420') await user.click(sheet.getByRole('button', { name: digit }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(heard.map(({ body }) => body)).toEqual([{ code: '0420' }]);
    expect(names()[0]).toBe('Maria S.');
    expect(screen.getByText(/handed over 5:30 PM/)).toBeTruthy();
    expect(screen.getByText('1 of 2 done')).toBeTruthy();
    expect(screen.getByText('Handed over to Maria.')).toBeTruthy();
    expect(screen.getByRole('link', { name: "Something isn't right with Maria's pickup" })).toBeTruthy();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: "Today's pickups" })),
    );
  });

  it('fold completed pickups to one line', async () => {
    const done = claimOf(
      'Maria',
      { giverConfirmedAt: at('17:10') },
      { status: 'completed', endedAt: at('17:10') },
    );
    await renderCounter({ claims: [done, claimOf('Leo')], listings: [] });
    const line = await screen.findByText('1 of 2 done');
    expect(line.closest('details')?.open).toBe(false);
    expect(screen.getByText('1 waiting')).toBeTruthy();
  });

  it('list all other people with food here below, with code entry', async () => {
    const tomorrow = (name: string) =>
      claimOf(name, { windowFrom: at('07:00', 24), windowUntil: at('09:00', 24) });
    const given = claimOf(
      'Maria',
      { giverConfirmedAt: at('17:10') },
      { status: 'completed', endedAt: at('17:10') },
    );
    const server = { claims: [given, tomorrow('Amir'), tomorrow('Sofia')], listings: [] };
    const { user } = await renderCounter(server);
    const line = await screen.findByText('Also waiting: 2');
    expect(screen.getByText('Handed over today: 1')).toBeTruthy();
    expect(line.closest('details')?.open).toBe(true);
    expect(screen.getAllByText('tomorrow, 7–9 AM')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Enter code: Amir' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Amir S.' }));
    const heard = reply(completeHandover, tomorrow('Amir').handover);
    for (const digit of '0420') await user.click(sheet.getByRole('button', { name: digit }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([{ code: '0420' }]));
  });

  it('keep their order while someone is at them, and take the new one afterwards', async () => {
    const [leo, sofia] = [
      claimOf('Leo', { agreedTime: at('18:30') }),
      claimOf('Sofia', { agreedTime: at('19:00') }),
    ];
    const server = { claims: [leo, sofia], listings: [] };
    const { user, refetch } = await renderCounter(server);
    await screen.findByText('2 waiting');
    const toFake = ['Date', 'setTimeout', 'clearTimeout', 'performance'] as const;
    vi.useFakeTimers({ now: NOW, shouldAdvanceTime: true, toFake: [...toFake] });
    await user.hover(codeButton('Leo'));
    const onTheWay = { agreedTime: at('17:20'), receiverOnMyWayAt: at('17:21') };
    server.claims = [
      leo,
      { ...sofia, handover: { ...sofia.handover, ...onTheWay } },
      claimOf('Amir', { agreedTime: at('17:40') }),
    ];
    await act(refetch);
    await screen.findByText('3 waiting');
    expect(names()).toEqual(['Leo S.', 'Sofia S.', 'Amir S.']);
    await user.unhover(codeButton('Leo'));
    act(() => void vi.advanceTimersByTime(50_000));
    expect(names()).toEqual(['Leo S.', 'Sofia S.', 'Amir S.']);
    act(() => void vi.advanceTimersByTime(10_000));
    await waitFor(() => expect(names()).toEqual(['Sofia S.', 'Amir S.', 'Leo S.']));
  });

  it('leave a completed one in its place until the next code is entered', async () => {
    const [maria, leo] = [claimOf('Maria', { agreedTime: at('17:35') }), claimOf('Leo')];
    const server = { claims: [maria, leo], listings: [] };
    const { user, refetch } = await renderCounter(server);
    await screen.findByText('2 waiting');
    const done = { endedAt: at('17:30'), giverConfirmedAt: at('17:30') };
    server.claims = [{ ...maria, status: 'completed', handover: { ...maria.handover, ...done } }, leo];
    await act(refetch);
    await screen.findByText('1 waiting');
    expect(names()).toEqual(['Maria S.', 'Leo S.']);
    expect(screen.getByText('1 of 2 done').closest('details')).toBeNull();
    await user.click(codeButton('Leo'));
    await waitFor(() => expect(screen.getByText('1 of 2 done').closest('details')).toBeTruthy());
  });

  it('take no press that was meant for the row that stood there before', async () => {
    const [leo, sofia] = [claimOf('Leo', { agreedTime: at('18:30') }), claimOf('Sofia')];
    const server = { claims: [leo, sofia], listings: [] };
    const { user, refetch } = await renderCounter(server);
    await screen.findByText('2 waiting');
    restForAMinute();
    server.claims = [leo, { ...sofia, handover: { ...sofia.handover, agreedTime: at('17:40') } }];
    await act(refetch);
    await waitFor(() => expect(names()).toEqual(['Sofia S.', 'Leo S.']));
    await user.click(codeButton('Sofia'));
    expect(screen.queryByRole('dialog')).toBeNull();
    restForAMinute();
    await waitFor(async () => {
      await user.click(codeButton('Sofia'));
      expect(screen.queryByRole('dialog', { name: 'Sofia S.' })).toBeTruthy();
    });
  });

  it('say when the pickup of an open code field is no longer open', async () => {
    const leo = claimOf('Leo');
    const server = { claims: [leo], listings: [yesterdaysTray()] };
    const { user, refetch } = await renderCounter(server);
    await user.click(await screen.findByRole('button', { name: 'Enter code: Leo' }));
    server.claims = [{ ...leo, status: 'released', endedAt: at('17:30') }, claimOf('Nadia')];
    await act(refetch);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText("That pickup isn't open anymore.")).toBeTruthy();
  });

  it('offer to stop waiting once a person is a quarter of an hour late', async () => {
    const claims = [
      claimOf('Maria', { agreedTime: at('17:14') }),
      claimOf('Leo', { agreedTime: at('17:16') }),
    ];
    const { user } = await renderCounter({ claims, listings: [] });
    await screen.findByText('2 waiting');
    expect(screen.queryByRole('button', { name: 'Stop waiting for Leo' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Stop waiting for Maria' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Stop waiting for Maria?' }));
    const heard = reply(releaseHandover, { ...claimOf('Maria').handover, status: 'released' });
    await user.click(dialog.getByRole('button', { name: 'Stop waiting' }));
    await waitFor(() => expect(heard.map(({ body }) => body)).toMatchObject([{ reason: 'stopped_waiting' }]));
  });

  it('accept a proposed time, and confirm a handover that the claimer has confirmed', async () => {
    const sofia = claimOf('Sofia', { proposal: { time: at('19:45'), by: 'receiver' } });
    const amir = claimOf('Amir', { receiverConfirmedAt: at('17:20') });
    const { user } = await renderCounter({ claims: [sofia, amir], listings: [] });
    expect(await screen.findByText('asks for 7:45 PM')).toBeTruthy();
    const accepted = reply(acceptTime, { ...sofia.handover, agreedTime: at('19:45'), proposal: null });
    await user.click(screen.getByRole('button', { name: 'Agree to 7:45 PM with Sofia' }));
    await waitFor(() => expect(accepted.map(({ body }) => body)).toEqual([{ time: at('19:45') }]));
    const confirmed = reply(completeHandover, {
      ...amir.handover,
      status: 'completed',
      endedAt: at('17:30'),
    });
    await user.click(screen.getByRole('button', { name: 'Yes, handed over' }));
    await waitFor(() => expect(confirmed.map(({ body }) => body)).toEqual([undefined]));
  });
});

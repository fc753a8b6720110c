import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leavingTo } from '#web/lib/session-navigation.ts';
import { answer, loseContact, refuse } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { leaveAfterSession } from './session-end.ts';

let went: string[];

beforeEach(() => {
  went = [];
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.spyOn(window.location, 'assign').mockImplementation((to) => void went.push(String(to)));
  vi.spyOn(window.location, 'reload').mockImplementation(() => void went.push('again'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function sessionEnds(): Promise<void> {
  const leaving = leaveAfterSession();
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await leaving;
}

describe('when the session has ended', () => {
  it('the browser is signed out, so that it forgets its cookie', async () => {
    refuse(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    await sessionEnds();
    expect(went).toEqual(['/api/logout']);
  });

  it('is left once, whoever says so', async () => {
    refuse(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    void leaveAfterSession();
    await sessionEnds();
    expect(went).toEqual(['/api/logout']);
  });

  it('and another tab has come in anew, this one starts anew with that session and does not end it', async () => {
    answer(getUser, aUser());
    await sessionEnds();
    expect(went).toEqual(['again']);
  });

  it('and nobody can be asked, the browser is signed out', async () => {
    loseContact(getUser);
    await sessionEnds();
    expect(went).toEqual(['/api/logout']);
  });

  it('because this page ended it, the page goes where it wants to', async () => {
    let heard: Promise<void> = Promise.resolve();
    await leavingTo('/?closed', async () => {
      heard = leaveAfterSession();
    });
    await heard;
    expect(went).toEqual(['/?closed']);
  });
});

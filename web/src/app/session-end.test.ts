import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endSessionAndGo } from '#web/lib/session-navigation.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { handleSessionEnd } from './session-end.ts';

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
  const leaving = handleSessionEnd();
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  await leaving;
}

describe('the end of a session', () => {
  it('signs the browser out so that it drops its cookie', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    await sessionEnds();
    expect(went).toEqual(['/api/logout']);
  });

  it('is handled once, whatever reports it', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    void handleSessionEnd();
    await sessionEnds();
    expect(went).toEqual(['/api/logout']);
  });

  it('reloads into a session that another tab has started, without ending it', async () => {
    reply(getUser, aUser());
    await sessionEnds();
    expect(went).toEqual(['again']);
  });

  it('signs the browser out if the server does not answer', async () => {
    replyNetworkError(getUser);
    await sessionEnds();
    expect(went).toEqual(['/api/logout']);
  });

  it('does not redirect a page that signed out by itself', async () => {
    let heard: Promise<void> = Promise.resolve();
    await endSessionAndGo('/?closed', async () => {
      heard = handleSessionEnd();
    });
    await heard;
    expect(went).toEqual(['/?closed']);
  });
});

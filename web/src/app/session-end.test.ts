import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPersonalData } from '#web/lib/personal-storage.ts';
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
  it('asks to sign in again', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    await sessionEnds();
    expect(went).toEqual(['/api/login?ended']);
  });

  it('leads to the first page if the person has signed out in another tab', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    forgetPersonalData();
    await sessionEnds();
    expect(went).toEqual(['/']);
  });

  it('is handled once, whatever reports it', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    void handleSessionEnd();
    await sessionEnds();
    expect(went).toEqual(['/api/login?ended']);
  });

  it('reloads into a session that another tab has started, without ending it', async () => {
    reply(getUser, aUser());
    await sessionEnds();
    expect(went).toEqual(['again']);
  });

  it('asks to sign in again if the server does not answer', async () => {
    replyNetworkError(getUser);
    await sessionEnds();
    expect(went).toEqual(['/api/login?ended']);
  });

  it('does not redirect a page that signed out by itself', async () => {
    let heard: Promise<void> = Promise.resolve();
    await endSessionAndGo(
      '/?closed',
      async () => {
        heard = handleSessionEnd();
      },
      async () => null,
    );
    await heard;
    expect(went).toEqual(['/?closed']);
  });
});

import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { personalDataOwner, personalKey } from '#web/lib/personal-storage.ts';
import { storedValue } from '#web/lib/stored-value.ts';
import { reply, replyNetworkError, replyError } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { AuthGate } from './AuthGate.tsx';
import { broadcastSignOut, onCurrentUserBroadcast } from '#web/lib/tab-sync.ts';

let words: unknown[];
let stop: () => void;
beforeEach(() => {
  words = [];
  setCommunity(aCommunity());
  stop = onCurrentUserBroadcast((personId) => words.push(personId));
});
afterEach(() => stop());

const open = () => renderWithProviders(<AuthGate SignedIn={() => <p>In</p>} SignedOut={() => <p>Out</p>} />);

describe('a page that has determined the user', () => {
  it('broadcasts the user, so that a tab of another user reloads', async () => {
    const ana = aUser();
    reply(getUser, ana);
    open();
    await waitFor(() => expect(words).toEqual([ana.id]));
  });

  it('broadcasts a signed-out state, so that other tabs leave without a socket message', async () => {
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    open();
    await waitFor(() => expect(words).toEqual([null]));
  });

  it('removes the data of other accounts, keeps it when a session has ended, and drops all at sign-out', async () => {
    const ana = aUser();
    const [hers, others] = [personalKey('share-draft', ana.id), personalKey('request-address', 'ben')];
    const left = () => [hers, others].filter((key) => localStorage.getItem(key) !== null);
    for (const key of [hers, others]) localStorage.setItem(key, '{}');
    reply(getUser, ana);
    const { unmount } = open();
    await waitFor(() => expect(left()).toEqual([hers]));
    unmount();
    replyError(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    const signedOut = open();
    await signedOut.findByText('Out');
    expect(left()).toEqual([hers]);
    // in another tab
    broadcastSignOut();
    await waitFor(() => expect(left()).toEqual([]));
    storedValue({ key: hers, parse: String }).set('what is saved while the page closes');
    expect(left()).toEqual([]);
  });

  it('knows whose it is before a form reads its draft', async () => {
    const owners: (string | null)[] = [];
    const Form = () => {
      owners.push(personalDataOwner());
      return <p>In</p>;
    };
    const ben = aUser();
    reply(getUser, ben);
    const { findByText } = renderWithProviders(<AuthGate SignedIn={Form} SignedOut={() => null} />);
    await findByText('In');
    expect(owners[0]).toBe(ben.id);
  });

  it('broadcasts nothing while the server does not answer', async () => {
    replyNetworkError(getUser);
    const { findByText } = open();
    await findByText("We couldn't load the page");
    expect(words).toEqual([]);
  });
});

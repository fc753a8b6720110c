import { getUser } from '@openlarder/domain/accounts/account-contract.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { answer, loseContact, refuse } from '#web/testing/api.ts';
import { aCommunity, aUser } from '#web/testing/people.ts';
import { renderPart } from '#web/testing/render.tsx';
import { AuthGate } from './AuthGate.tsx';
import { onCurrentUserBroadcast } from './tab-sync.ts';

let words: unknown[];
let stop: () => void;
beforeEach(() => {
  words = [];
  setCommunity(aCommunity());
  stop = onCurrentUserBroadcast((personId) => words.push(personId));
});
afterEach(() => stop());

const open = () => renderPart(<AuthGate SignedIn={() => <p>In</p>} SignedOut={() => <p>Out</p>} />);

describe('a page that has found out who is there tells the other tabs', () => {
  it('whom, so that a tab of somebody else starts anew', async () => {
    const ana = aUser();
    answer(getUser, ana);
    open();
    await waitFor(() => expect(words).toEqual([ana.id]));
  });

  it('that nobody is, so that they leave although no socket says so', async () => {
    refuse(getUser, 401, { code: 'signed-out', message: 'Please sign in.' });
    open();
    await waitFor(() => expect(words).toEqual([null]));
  });

  it('and nothing while nobody could be asked', async () => {
    loseContact(getUser);
    const { findByText } = open();
    await findByText('We could not open the door');
    expect(words).toEqual([]);
  });
});

import { type Conversation, listMessages } from '@openlarder/domain/messaging/message-contract.ts';
import { listBlocks, unblockPerson } from '@openlarder/domain/moderation/moderation-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aConversation, aMessage, ANA_ID, hoursFromNow, ME_ID } from '#web/testing/samples.ts';
import { Chat } from './Chat.tsx';

const ended = (known: Partial<Conversation> = {}) =>
  renderWithProviders(
    <Chat
      conversation={aConversation({ readOnly: true, ...known })}
      meId={ME_ID}
      onBack={() => {}}
      handover={null}
    />,
  );

it('shows no composer once the conversation has ended', async () => {
  reply(listMessages, [aMessage()]);
  reply(listBlocks, []);
  ended();
  expect(await screen.findByText('See you at six.')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByText('This conversation has ended. You can still read it.')).toBeTruthy();
});

it('says why, and how to write again', async () => {
  reply(listMessages, [
    aMessage({ event: 'claimed', content: '' }),
    aMessage({ event: 'released', content: '' }),
  ]);
  reply(listBlocks, []);
  ended();
  expect(await screen.findByText(/This pickup was canceled, so the conversation has ended\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'the food' })).toBeTruthy();
});

it('promises no other claim by who asked without a name', async () => {
  reply(listMessages, [aMessage({ event: 'released', content: '' })]);
  reply(listBlocks, []);
  ended({ otherUser: { ...aConversation().otherUser, isAnonymous: true } });
  expect(await screen.findByText(/This pickup was canceled/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'the food' })).toBeNull();
});

it('shows an own block with an unblock button, but not a block by the other person', async () => {
  const person = {
    id: ANA_ID,
    displayName: 'Ana R.',
    initials: 'AR',
    userType: 'donor',
    organizationName: null,
  } as const;
  reply(listMessages, []);
  reply(listBlocks, [{ person, createdAt: hoursFromNow(-1) }]);
  const taken = reply(unblockPerson, null);
  const { user } = ended();
  expect(await screen.findByText(/You've blocked Ana R\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Unblock Ana R.' }));
  await waitFor(() => expect(taken).toHaveLength(1));
});

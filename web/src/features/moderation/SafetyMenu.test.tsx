import {
  blockPerson,
  listBlocks,
  report,
  unblockPerson,
} from '@openlarder/domain/moderation/moderation-contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ANA_ID, anId, hoursFromNow } from '#web/testing/samples.ts';
import { BlockedPeople } from './BlockedPeople.tsx';
import { SafetyMenu } from './SafetyMenu.tsx';

const ana = { id: ANA_ID, displayName: 'Ana R.' };
const menu = (subject = { type: 'listing', id: anId() } as const) =>
  renderWithProviders(<SafetyMenu person={ana} subject={subject} />);

it('requires a reason, and sends the report', async () => {
  const subject = { type: 'listing', id: anId() } as const;
  const sent = reply(report, { id: anId() });
  const { user } = menu(subject);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog', { name: "What's wrong?" });
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(within(dialog).getByText('Please choose a reason')).toBeTruthy();
  expect(sent).toHaveLength(0);
  await user.click(within(dialog).getByRole('radio', { name: "The food isn't safe" }));
  await user.type(within(dialog).getByRole('textbox'), 'It smelled off');
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { subject, reason: 'unsafe_food', details: 'It smelled off' },
  ]);
});

it('keeps a report that could not be sent', async () => {
  replyError(report, 503, { code: 'away', message: 'Please try again in a moment.' });
  const { user } = menu();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: 'Something else' }));
  await user.type(within(dialog).getByRole('textbox'), 'Words');
  await user.click(within(dialog).getByRole('button', { name: 'Send report' }));
  expect(await within(dialog).findByText('Please try again in a moment.')).toBeTruthy();
  expect(within(dialog).getByRole('textbox')).toHaveProperty('value', 'Words');
});

it('explains what blocking an anonymous requester does', async () => {
  const sent = reply(blockPerson, null);
  const neighbor = { id: anId(), displayName: 'A neighbor', isAnonymous: true };
  const { user } = renderWithProviders(
    <SafetyMenu person={neighbor} subject={{ type: 'conversation', id: anId() }} />,
  );
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Block this neighbor' }));
  const dialog = await screen.findByRole('dialog', { name: 'Block this neighbor?' });
  for (const said of [/this conversation closes/, /You two won't be matched/, /Hiding those would tell you/])
    expect(within(dialog).getByText(said)).toBeTruthy();
  expect(within(dialog).queryByText(/You won't see each other's food/)).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Block this neighbor' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ userId: neighbor.id }]));
  expect(await screen.findByText('This neighbor is blocked')).toBeTruthy();
});

it('explains a block, asks, and offers to undo it', async () => {
  const sent = reply(blockPerson, null);
  const taken = reply(unblockPerson, null);
  const { user } = menu();
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Block Ana R.' }));
  const dialog = await screen.findByRole('dialog', { name: 'Block Ana R.?' });
  expect(within(dialog).getByText(/We won't tell them/)).toBeTruthy();
  expect(within(dialog).getByText(/We'll cancel any open pickups between you two/)).toBeTruthy();
  expect(within(dialog).getByText(/the pickups won't come back/)).toBeTruthy();
  expect(within(dialog).getByText(/it stays that way: you won't be matched again/)).toBeTruthy();
  expect(sent).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: /^Block/ }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ userId: ANA_ID }]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(taken.map(({ params }) => params['userId'])).toEqual([ANA_ID]));
});

it('lists blocked people, each with an unblock button', async () => {
  const person = { ...ana, initials: 'AR', userType: 'donor', organizationName: null } as const;
  reply(listBlocks, [{ person, createdAt: hoursFromNow(-5) }]);
  const taken = reply(unblockPerson, () => {
    reply(listBlocks, []);
    return null;
  });
  const { user } = renderWithProviders(<BlockedPeople />);
  await user.click(await screen.findByRole('button', { name: 'Unblock Ana R.' }));
  await waitFor(() => expect(screen.queryByText('Ana R.')).toBeNull());
  expect(taken.map(({ params }) => params['userId'])).toEqual([ANA_ID]);
});

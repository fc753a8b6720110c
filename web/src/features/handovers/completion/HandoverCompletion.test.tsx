import { type Handover, tellName, thankForHandover } from '@openlarder/domain/handovers/handover-contract.ts';
import { DAY_MS } from '@openlarder/domain/kernel/time.ts';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aHandover, anId, hoursFromNow } from '#web/testing/samples.ts';
import { HandoverActions } from '../actions/HandoverActions.tsx';

const done = { status: 'completed', completedBy: 'both', endedAt: hoursFromNow(0), code: null } as const;
const asked = { claimId: null, listingId: null, emergencyRequestId: anId() };

beforeEach(() => window.localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

function onScreen(handover: Handover) {
  function Shown() {
    const { data } = useQuery({
      queryKey: ['/api/claims', 'one'],
      queryFn: () => [{ handover }],
      initialData: [{ handover }],
    });
    return <HandoverActions handover={data[0]?.handover ?? handover} />;
  }
  const part = renderWithProviders(<Shown />);
  const becomes = (said: Partial<Handover>) =>
    act(async () => {
      part.queryClient.setQueryData(['/api/claims', 'one'], [{ handover: { ...handover, ...said } }]);
    });
  return { ...part, becomes };
}
const leaves = () => document.querySelector('[data-leaves]');

describe('the moment', () => {
  it.each([
    ['giver', '“Sourdough loaves” has found its table.'],
    ['receiver', 'Enjoy “Sourdough loaves”!'],
  ] as const)(
    'is celebrated for the %s, once: not in another tab, not after a reload',
    async (side, sentence) => {
      const handover = aHandover({ side });
      const { becomes } = onScreen(handover);
      expect(leaves()).toBeNull();
      await becomes(done);
      expect((await screen.findByText(sentence)).tagName).toBe('OUTPUT');
      expect(leaves()).not.toBeNull();
      cleanup();
      onScreen({ ...handover, ...done });
      expect(leaves()).toBeNull();
    },
  );

  it('is not celebrated by a page that has not seen it open', () => {
    onScreen(aHandover(done));
    expect(leaves()).toBeNull();
  });

  it.each([
    ['giver', 'That helped. Thank you.'],
    ['receiver', 'We hope it helps.'],
  ] as const)('is one calm sentence for the %s where a person asked for food', async (side, sentence) => {
    const { becomes } = onScreen(aHandover({ ...asked, side }));
    await becomes(done);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(leaves()).toBeNull();
  });

  it('waits until its tab is visible', async () => {
    const { becomes } = onScreen(aHandover());
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await becomes(done);
    expect(await screen.findByRole('button', { name: 'Thank Ana' })).toBeTruthy();
    expect(leaves()).toBeNull();
    visibility.mockReturnValue('visible');
    await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
    expect(leaves()).not.toBeNull();
  });
});

describe('thanks', () => {
  const thanked = (handover: Handover) =>
    reply(thankForHandover, { ...handover, thankedAt: hoursFromNow(0) });

  it('take one tap, however often it is pressed, and the focus stays', async () => {
    const handover = aHandover(done);
    const { user } = onScreen(handover);
    const heard = thanked(handover);
    const button = screen.getByRole('button', { name: 'Thank Ana' });
    button.focus();
    act(() => {
      button.click();
      button.click();
    });
    const said = await screen.findByText('You said thank you.');
    expect(heard.map(({ body }) => body)).toEqual([null]);
    expect(document.activeElement?.contains(said)).toBe(true);
    expect(user).toBeTruthy();
  });

  it('can have a note of 280 characters', async () => {
    const handover = aHandover(done);
    const { user } = onScreen(handover);
    const heard = thanked(handover);
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^A note for Ana/ });
    expect(document.activeElement).toBe(note);
    expect(note.maxLength).toBe(280);
    await user.type(note, 'The kids loved it.');
    await user.click(screen.getByRole('button', { name: 'Thank Ana' }));
    expect(await screen.findByText('You said thank you.')).toBeTruthy();
    expect(heard.map(({ body }) => body)).toEqual([{ note: 'The kids loved it.' }]);
  });

  it('that are refused say why, and the note stays', async () => {
    const { user } = onScreen(aHandover(done));
    replyError(thankForHandover, 409, refusalOf('conversation-closed'));
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    await user.type(screen.getByRole('textbox'), 'So good');
    await user.click(screen.getByRole('button', { name: 'Thank Ana' }));
    expect(await screen.findByText(errorSentence('conversation-closed'))).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('So good');
  });

  it('are told to the giver, who is not asked for any', () => {
    onScreen(aHandover({ ...done, side: 'giver' }));
    expect(screen.queryByRole('button', { name: /^Thank/ })).toBeNull();
    cleanup();
    onScreen(aHandover({ ...done, side: 'giver', thankedAt: hoursFromNow(0) }));
    expect(screen.getByText('June says thank you.')).toBeTruthy();
  });

  it('are not asked for a week later, nor after a dispute', () => {
    onScreen(aHandover({ ...done, endedAt: new Date(Date.now() - 8 * DAY_MS).toISOString() }));
    onScreen(aHandover({ ...done, status: 'disputed', disputedAt: hoursFromNow(0), disputedBy: 'giver' }));
    expect(screen.queryByRole('button', { name: /^Thank/ })).toBeNull();
  });
});

describe('the name', () => {
  const met = () => aHandover({ ...done, ...asked });
  const offer = () => screen.queryByRole('button', { name: 'Tell Ana my name' });

  it('of who asked as a neighbor is told after a question that says it is for good', async () => {
    const handover = met();
    const { user } = onScreen(handover);
    const heard = reply(tellName, { ...handover, receiverNamed: true });
    await user.click(screen.getByRole('button', { name: 'Tell Ana my name' }));
    const dialog = screen.getByRole('dialog', { name: 'Tell Ana your name?' });
    expect(dialog.textContent).toContain("it can't be taken back");
    await user.click(within(dialog).getByRole('button', { name: 'Not now' }));
    expect(heard).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Tell Ana my name' }));
    const again = screen.getByRole('dialog', { name: 'Tell Ana your name?' });
    await user.click(within(again).getByRole('button', { name: 'Tell Ana my name' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    await waitFor(() => expect(offer()).toBeNull());
  });

  it('that is refused says why, and can be told again', async () => {
    const { user } = onScreen(met());
    replyError(tellName, 500, { code: 'internal', message: 'Something went wrong' });
    await user.click(screen.getByRole('button', { name: 'Tell Ana my name' }));
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Tell Ana my name' }));
    expect(await within(dialog).findByText("That didn't go through.")).toBeTruthy();
  });

  it.each<[string, Partial<Handover>]>([
    ['a claim', { emergencyRequestId: null }],
    ['a told name', { receiverNamed: true }],
    ['the giver', { side: 'giver' }],
    ['an open match', { status: 'open', endedAt: null, completedBy: null }],
    ['a handover of last week', { endedAt: new Date(Date.now() - 8 * DAY_MS).toISOString() }],
  ])('is not offered for %s', (_case, said) => {
    onScreen(aHandover({ ...done, ...asked, ...said }));
    expect(offer()).toBeNull();
  });
});

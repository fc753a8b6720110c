import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { Button } from './Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';
import { toast } from './toast-store.ts';

function Asking() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Title" description="One sentence.">
        <Button>Inside</Button>
      </Dialog>
    </>
  );
}

/** The browser's back, which answers later. */
const goBack = async () =>
  act(async () => {
    const gone = new Promise((resolve) => {
      window.addEventListener('popstate', resolve, { once: true });
    });
    window.history.back();
    await gone;
  });
const entriesAre = async (sheets: number | undefined) =>
  waitFor(() => expect((window.history.state as { readonly sheets?: number } | null)?.sheets).toBe(sheets));

describe('a dialog', () => {
  it('closes by Back, and leaves no entry behind when it closes otherwise', async () => {
    const { user } = renderWithProviders(<Asking />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await user.click(opener);
    await entriesAre(1);
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(opener);
    await entriesAre(1);
    await user.keyboard('{Escape}');
    await entriesAre(undefined);
  });

  it('gives the focus back without scrolling the page', async () => {
    const { user } = renderWithProviders(<Asking />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await user.click(opener);
    const focus = vi.spyOn(opener, 'focus');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(opener));
    expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
  });

  it('left by a link can be passed in both directions', async () => {
    window.history.pushState(null, '', '/?under');
    const { user, unmount } = renderWithProviders(<Asking />);
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await entriesAre(1);
    window.history.pushState(null, '', '/?linked');
    unmount();
    const address = async (search: string) => waitFor(() => expect(window.location.search).toBe(search));
    for (const _round of [1, 2]) {
      await goBack();
      await entriesAre(undefined);
      await address('?under');
      window.history.forward();
      await address('?linked');
      await entriesAre(undefined);
    }
  });

  it.each([
    [
      'its named button',
      async (user: ReturnType<typeof renderWithProviders>['user']) =>
        user.click(screen.getByRole('button', { name: 'Close' })),
    ],
    ['Escape', async (user: ReturnType<typeof renderWithProviders>['user']) => user.keyboard('{Escape}')],
  ])('is named, takes the keyboard, and gives it back after %s', async (_way, close) => {
    const { user } = renderWithProviders(<Asking />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await user.click(opener);
    const dialog = screen.getByRole('dialog', { name: 'Title', description: 'One sentence.' });
    expect(dialog.contains(document.activeElement)).toBe(true);
    await close(user);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  it('closes by one Escape, also while a toast is shown, one dialog at a time', async () => {
    const closed: string[] = [];
    const { user } = renderWithProviders(
      <Dialog open onOpenChange={() => void closed.push('outer')} title="Outer">
        <Asking />
      </Dialog>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await screen.findByRole('dialog', { name: 'Title' });
    act(() => toast({ title: 'Saved' }));
    await screen.findByText('Saved');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Title' })).toBeNull());
    expect(closed).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('ignores presses while it is busy', async () => {
    let confirmed = 0;
    const ask = (busy: boolean) => (
      <ConfirmDialog
        open
        onOpenChange={() => {}}
        title="Let it go?"
        description="It is offered again."
        confirmLabel="Let it go"
        busy={busy}
        onConfirm={() => {
          confirmed += 1;
        }}
      />
    );
    const { user, unmount } = renderWithProviders(ask(false));
    await user.click(screen.getByRole('button', { name: 'Let it go' }));
    expect(confirmed).toBe(1);
    unmount();
    const again = renderWithProviders(ask(true));
    await again.user.click(screen.getByRole('button', { name: 'Let it go' }));
    expect(confirmed).toBe(1);
  });
});

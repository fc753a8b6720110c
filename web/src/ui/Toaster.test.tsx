import { act, render, screen } from '@testing-library/react';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { expect, it } from 'vitest';
import { dismissToast, toast } from './toast-store.ts';
import { Toaster } from './Toaster.tsx';

it('loads the toast component with the first toast and reuses it', async () => {
  render(
    <I18nProvider i18n={i18n}>
      <Toaster />
    </I18nProvider>,
  );
  expect(screen.queryByRole('region')).toBeNull();
  act(() => toast({ title: 'Saved' }));
  expect(await screen.findByText('Saved', { selector: 'li *' })).toBeTruthy();
  act(() => dismissToast());
  act(() => toast({ title: 'Saved again' }));
  expect(screen.getByText('Saved again', { selector: 'li *' })).toBeTruthy();
});

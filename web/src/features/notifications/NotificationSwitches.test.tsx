import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { type ReceivedRequest, reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { withResolvers } from '#web/testing/with-resolvers.ts';
import { NotificationSwitches } from './NotificationSwitches.tsx';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

const SETTINGS = DEFAULT_NOTIFICATION_SETTINGS;
const MESSAGES = 'Messages and thank-yous By email';

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

function open({
  email = 'ana@example.org',
  isDonor = false,
}: {
  email?: string | null;
  isDonor?: boolean;
} = {}) {
  reply(getNotificationSettings, SETTINGS);
  return renderWithProviders(<NotificationSwitches isDonor={isDonor} email={email} />);
}
/** The settings that are sent, as the server returns them. */
const asSent = ({ body }: ReceivedRequest) => body as NotificationSettings;
/** What stands in each row, left to right: the state of a switch, or a word. */
const table = async () => {
  await screen.findByRole('table');
  return screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').firstChild?.textContent,
      ...within(row)
        .getAllByRole('cell')
        .map((cell) => cell.querySelector('input')?.checked ?? cell.textContent),
    ]);
};

describe('notification settings', () => {
  it('has a switch for each group, in the app and by mail side by side', async () => {
    open({ isDonor: true });
    expect(await table()).toEqual([
      ['Claims', true, true],
      ['Pickups', true, true],
      ['Messages and thank-yous', true, true],
      ['Food that ends soon', true, 'Never'],
      ['Neighbors who need food', true, true],
      ['Help with a request', 'Always', true],
    ]);
    expect(screen.getByText(/Some things we'll always show you: help with a request for food/)).toBeTruthy();
  });

  it('is chosen for the app alone where no mail is sent, and alerts by donors alone', async () => {
    open({ email: null });
    expect(await table()).toEqual([
      ['Claims', true],
      ['Pickups', true],
      ['Messages and thank-yous', true],
      ['Food that ends soon', true],
    ]);
    expect(screen.queryByRole('checkbox', { name: 'No emails at night' })).toBeNull();
  });

  it('is saved immediately for each switch', async () => {
    const { user } = open();
    const heard = reply(updateNotificationSettings, asSent);
    for (const name of [MESSAGES, 'Claims In the app']) {
      expect((await box(name)).checked).toBe(true);
      await user.click(await box(name));
      expect((await box(name)).checked).toBe(false);
    }
    const mail = { ...SETTINGS.mail, messages: false };
    await waitFor(() =>
      expect(heard.map(({ body }) => body)).toEqual([
        { ...SETTINGS, mail },
        { ...SETTINGS, mail, app: { ...SETTINGS.app, claims: false } },
      ]),
    );
  });

  it('are not overwritten by an answer from before the change', async () => {
    const { user, queryClient } = open();
    await box(MESSAGES);
    const { promise, resolve } = withResolvers<NotificationSettings>();
    const earlier = queryClient.fetchQuery({
      queryKey: endpointKey(getNotificationSettings),
      queryFn: () => promise,
      staleTime: 0,
    });
    const heard = reply(updateNotificationSettings, asSent);
    await user.click(await box(MESSAGES));
    resolve(SETTINGS);
    await earlier;
    await waitFor(() => expect(heard).toHaveLength(1));
    expect((await box(MESSAGES)).checked).toBe(false);
  });

  it('are restored if saving fails', async () => {
    const { user } = open();
    replyError(updateNotificationSettings, 503, {
      code: 'unavailable',
      message: 'Please try again in a moment.',
    });
    await user.click(await box(MESSAGES));
    await waitFor(async () => expect((await box(MESSAGES)).checked).toBe(true));
  });

  it('save quiet hours on blur', async () => {
    open();
    const heard = reply(updateNotificationSettings, asSent);
    const from = await screen.findByLabelText('From');
    fireEvent.change(from, { target: { value: '21:3' } });
    fireEvent.change(from, { target: { value: '21:30' } });
    expect(heard).toEqual([]);
    fireEvent.blur(from);
    await waitFor(() =>
      expect(heard.map(({ body }) => body)).toEqual([
        { ...SETTINGS, quietHours: { from: '21:30', until: '07:00' } },
      ]),
    );
  });

  it('turn quiet hours off and on', async () => {
    const { user } = open();
    const heard = reply(updateNotificationSettings, asSent);
    await user.click(await box('No emails at night'));
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.click(await box('No emails at night'));
    await waitFor(() =>
      expect(heard.map(({ body }) => body)).toEqual([{ ...SETTINGS, quietHours: null }, SETTINGS]),
    );
  });
});

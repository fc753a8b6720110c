import {
  getNotificationSettings,
  type NotificationSettings,
  updateNotificationSettings,
} from '@openlarder/domain/notifications/notification-contract.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { MailSettings } from './MailSettings.tsx';

const SETTINGS: NotificationSettings = {
  mail: { claims: true, pickups: true, messages: true, requests: true },
  quietHours: { from: '22:00', until: '07:00' },
};
const MESSAGES = 'When a message has been waiting for me for five minutes';

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

function open(settings: NotificationSettings = SETTINGS) {
  reply(getNotificationSettings, settings);
  return renderPart(<MailSettings email="ana@example.org" />);
}

describe('mail settings', () => {
  it('are saved immediately for each topic', async () => {
    const { user } = open();
    const wanted = { ...SETTINGS, mail: { ...SETTINGS.mail, messages: false } };
    const heard = reply(updateNotificationSettings, wanted);
    expect((await box(MESSAGES)).checked).toBe(true);
    await user.click(await box(MESSAGES));
    expect((await box(MESSAGES)).checked).toBe(false);
    await waitFor(() => expect(heard.map(({ body }) => body)).toEqual([wanted]));
  });

  it('are not overwritten by an answer from before the change', async () => {
    const { user, queryClient } = open();
    await box(MESSAGES);
    const { promise, resolve } = Promise.withResolvers<NotificationSettings>();
    const earlier = queryClient.fetchQuery({
      queryKey: endpointKey(getNotificationSettings),
      queryFn: () => promise,
      staleTime: 0,
    });
    const heard = reply(updateNotificationSettings, SETTINGS);
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
    const heard = reply(updateNotificationSettings, SETTINGS);
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
    const heard = reply(updateNotificationSettings, SETTINGS);
    await user.click(await box('No emails at night'));
    expect(screen.queryByLabelText('From')).toBeNull();
    await user.click(await box('No emails at night'));
    await waitFor(() =>
      expect(heard.map(({ body }) => body)).toEqual([{ ...SETTINGS, quietHours: null }, SETTINGS]),
    );
  });
});

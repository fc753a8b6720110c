import { getNotificationSettings } from '@openlarder/domain/notifications/notification-contract.ts';
import {
  createSurplus,
  deleteSurplus,
  getOpeningHours,
  listSurplus,
  pauseSurplus,
  type RecurringSurplus as Surplus,
  setDayOff,
} from '@openlarder/domain/partners/partner-contract.ts';
import { WEEKDAYS } from '@openlarder/domain/volunteers/volunteer-fields.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setCommunity } from '#web/features/community/community-settings.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { NOW, yesterdaysTray } from '#web/testing/business-counter.tsx';
import { errorSentence, refusalOf } from '#web/testing/errors.ts';
import { aCommunity } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { anId } from '#web/testing/samples.ts';
import { openingHoursQuery } from '../partners.queries.ts';
import { RecurringSurplus } from './RecurringSurplus.tsx';
import { DEFAULT_NOTIFICATION_SETTINGS } from '@openlarder/domain/notifications/notification-switches.ts';

const ZONE = 'America/New_York';
beforeEach(() => {
  reply(getOpeningHours, { hours: [] });
  reply(getNotificationSettings, DEFAULT_NOTIFICATION_SETTINGS);
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  setCommunity(aCommunity());
});
afterEach(() => void vi.useRealTimers());

const aSurplus = (said: Partial<Surplus> = {}): Surplus => ({
  id: anId(),
  title: 'Rolls',
  description: '',
  category: 'bakery_items',
  servings: 40,
  dateKind: 'best_before',
  allergens: ['gluten'],
  diets: [],
  pickupInstructions: '',
  weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
  askAt: '20:00',
  pickupFrom: '20:00',
  pickupUntil: '21:00',
  isPaused: false,
  nextAt: new Date('2026-11-23T20:00:00-05:00').toISOString(),
  dayOff: null,
  ...said,
});

function openList(...known: Surplus[]) {
  return openWith(known, false);
}

function openWith(known: Surplus[], getsMail: boolean) {
  const server = { known };
  const put = (id: string | undefined, change: Partial<Surplus>): Surplus => {
    server.known = server.known.map((one) => (one.id === id ? { ...one, ...change } : one));
    return server.known.find((one) => one.id === id) ?? aSurplus();
  };
  reply(listSurplus, () => server.known);
  const made = reply(createSurplus, ({ body }) => {
    const { listingId: _, ...values } = body as Surplus & { listingId: string };
    const surplus = aSurplus({ ...values, id: anId() });
    server.known = [...server.known, surplus];
    return surplus;
  });
  const paused = reply(pauseSurplus, ({ params, body }) =>
    put(params['id'], { ...(body as { isPaused: boolean }), nextAt: null }),
  );
  const off = reply(setDayOff, ({ params, body }) =>
    put(params['id'], { dayOff: (body as { isOff: boolean }).isOff ? '2026-11-23' : null }),
  );
  const deleted = reply(deleteSurplus, ({ params }) => {
    server.known = server.known.filter(({ id }) => id !== params['id']);
    return null;
  });
  const shared = [yesterdaysTray(), yesterdaysTray()];
  return {
    shared,
    made,
    paused,
    off,
    deleted,
    ...renderWithProviders(<RecurringSurplus timeZone={ZONE} getsMail={getsMail} shared={shared} />),
  };
}
const button = (name: string) => screen.findByRole('button', { name });

describe('recurring surplus', () => {
  it('is filled in from a share in one tap: its food, its hours, the days of its kind', async () => {
    const { user, made, shared } = openList();
    // two trays of one name are one suggestion
    await user.click(await button('Repeat Bread and pastry'));
    const form = await screen.findByRole('dialog');
    expect(within(form).getByLabelText<HTMLInputElement>('About how many').value).toBe('60');
    await user.click(within(form).getByRole('button', { name: 'Mon–Fri' }));
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]?.body).toMatchObject({
      title: 'Bread and pastry',
      servings: 60,
      allergens: ['gluten'],
      weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      askAt: '17:00',
      pickupFrom: '18:00',
      pickupUntil: '22:30',
      listingId: shared[0]?.id,
    });
    expect(await screen.findByText(/60 servings, Mon–Fri at 5 PM, pickup until 10:30 PM/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Repeat Bread and pastry' })).toBeNull();
  });

  it.each([
    [true, true, true, "we'll ask you at the bell, and by email if you haven't looked after 5 minutes."],
    [true, true, false, "we'll ask you at the bell."],
    [true, false, true, "we'll ask you at the bell."],
    [false, true, true, "we'll ask you by email."],
    [false, false, true, "you'll find our question under Share Food."],
  ])('says how it asks: app %s, email %s, email arrives %s', async (inApp, byMail, getsMail, how) => {
    const { app, mail } = DEFAULT_NOTIFICATION_SETTINGS;
    reply(getNotificationSettings, {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      app: { ...app, pickups: inApp },
      mail: { ...mail, pickups: byMail },
    });
    openWith([], getsMail);
    expect(await screen.findByText(new RegExp(`When it's time, ${how}`))).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Change this under “Pickups”' });
    expect(link.getAttribute('href')).toBe('#notification-settings');
  });

  it('is filled in for the time it is open, and says when a chosen time is not', async () => {
    const { user, queryClient } = openList();
    const hours = WEEKDAYS.map((weekday) => ({ weekday, opens: '07:00', closes: '20:30' }));
    const repeat = await button('Repeat Bread and pastry');
    act(() => void queryClient.setQueryData(openingHoursQuery.queryKey, { hours }));
    await user.click(repeat);
    const until = await screen.findByLabelText<HTMLInputElement>('Pickup until');
    expect(until.value).toBe('20:30');
    expect(screen.getByLabelText<HTMLInputElement>('Pickup from').value).toBe('18:00');
    expect(screen.queryByText("You're closed then")).toBeNull();
    fireEvent.change(screen.getByLabelText('Pickup until'), { target: { value: '23:00' } });
    expect(screen.queryByText("You're closed then")).toBeNull();
    fireEvent.change(screen.getByLabelText('Pickup from'), { target: { value: '21:00' } });
    expect(screen.getByText("You're closed then")).toBeTruthy();
  });

  it('shows missing input at its field', async () => {
    const { user, made } = openList();
    await user.click(await button('Add something else'));
    const form = await screen.findByRole('dialog');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText(errorSentence('required.title'))).toBeTruthy();
    expect(document.activeElement).toBe(within(form).getByLabelText('What is it?'));
    await user.type(within(form).getByLabelText('What is it?'), 'Rolls');
    await user.clear(within(form).getByLabelText('Pickup from'));
    await user.type(within(form).getByLabelText('Pickup from'), '19:00');
    await user.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await within(form).findByText(errorSentence('pickup-before-question'))).toBeTruthy();
    expect(made).toEqual([]);
    // another field mends it
    await user.clear(within(form).getByLabelText('Ask me at'));
    await user.type(within(form).getByLabelText('Ask me at'), '18:00');
    expect(within(form).queryByText(errorSentence('pickup-before-question'))).toBeNull();
  });

  it('says why it cannot be saved', async () => {
    const { user } = openList();
    replyError(createSurplus, 409, refusalOf('no-business-address'));
    await user.click(await button('Repeat Bread and pastry'));
    await user.click(await button('Save'));
    expect(await screen.findByText(errorSentence('no-business-address'))).toBeTruthy();
    await user.type(screen.getByLabelText('What is it?'), ' of today');
    expect(screen.queryByText(errorSentence('no-business-address'))).toBeNull();
  });

  it('skips the next one, and takes that back', async () => {
    const { user, off } = openList(aSurplus());
    expect(await screen.findByText("We'll ask today at 8 PM")).toBeTruthy();
    await user.click(await button('Skip the next one'));
    expect(await screen.findByText(/^Skipping today\./)).toBeTruthy();
    await user.click(await button("Don't skip it"));
    expect(await screen.findByText("We'll ask today at 8 PM")).toBeTruthy();
    expect(off.map(({ body }) => body)).toEqual([{ isOff: true }, { isOff: false }]);
  });

  it('pauses, goes on, and is deleted after a question', async () => {
    const { user, paused, deleted } = openList(aSurplus());
    await user.click(await button('More about Rolls'));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    expect(await screen.findByText('Paused')).toBeTruthy();
    await user.click(await button('Ask again'));
    expect(paused.map(({ body }) => body)).toEqual([{ isPaused: true }, { isPaused: false }]);
    await user.click(await button('More about Rolls'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deleted).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Rolls')).toBeNull());
  });

  it('can be asked for again if it did not load', async () => {
    replyError(listSurplus, 503, refusalOf('database-away'));
    const { user } = renderWithProviders(<RecurringSurplus timeZone={ZONE} getsMail={false} shared={[]} />);
    await screen.findByText(errorSentence('database-away'));
    reply(listSurplus, () => [aSurplus()]);
    await user.click(await button('Try Again'));
    expect(await screen.findByText('Rolls')).toBeTruthy();
  });
});

import { acceptTime, type Handover, proposeTime } from '@openlarder/domain/handovers/handover-contract.ts';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reply, replyError } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aHandover } from '#web/testing/samples.ts';
import { AgreedTime } from './AgreedTime.tsx';

const NOW = new Date(2026, 10, 21, 12);
const today = (hour: number): string => new Date(2026, 10, 21, hour).toISOString();
/** From noon to 8 PM. */
const WINDOW = { createdAt: today(9), windowFrom: today(12), windowUntil: today(20) };

/** Renders the time of a cached handover; after an action it is fetched again from `server`. */
function onScreen(said: Partial<Handover> = {}) {
  const server = { handover: aHandover({ ...WINDOW, ...said }) };
  const first = server.handover;
  function Cached() {
    const { data } = useQuery({
      queryKey: ['/api/claims', 'one'],
      queryFn: () => [{ handover: server.handover }],
      initialData: [{ handover: first }],
    });
    return <AgreedTime handover={data[0]?.handover ?? first} />;
  }
  return { ...renderWithProviders(<Cached />), server };
}
const changes = (server: { handover: Handover }, said: Partial<Handover>) => () => {
  server.handover = { ...server.handover, ...said };
  return server.handover;
};
/** The labels, without the close buttons of toasts. */
const buttons = () =>
  screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter(Boolean);
const button = (name: string) => screen.getByRole('button', { name });
const isPrimary = (one: HTMLElement) => one.className.includes('bg-brand ');

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('proposes a time of the window with one tap, none of it primary', async () => {
  const { user, server } = onScreen();
  expect(screen.getByText('When works for you?')).toBeTruthy();
  const offered = screen.getAllByRole('button');
  expect(offered.at(-1)?.textContent).toBe('Another time');
  expect(offered.some(isPrimary)).toBe(false);
  const [first] = offered;
  const label = first?.textContent ?? '';
  expect(label).toMatch(/^today, \d/);
  const asked = reply(proposeTime, ({ body }) =>
    changes(server, { proposal: { time: (body as { time: string }).time, by: 'receiver' } })(),
  );
  await user.click(first ?? document.body);
  expect(await screen.findByText(`You proposed ${label}. Waiting for Ana.`)).toBeTruthy();
  expect(asked).toHaveLength(1);
  expect(buttons()).toEqual(['Change the time']);
});

it('takes another time, and shows beside it what the server says', async () => {
  const { user } = onScreen();
  await user.click(button('Another time'));
  const field = screen.getByLabelText<HTMLInputElement>('Day and time');
  expect(field.value).toBe('2026-11-21T12:30');
  fireEvent.change(field, { target: { value: '' } });
  await user.click(button('Propose this time'));
  expect(screen.getByText('Please choose a time')).toBeTruthy();
  expect([field.min, field.max]).toEqual(['2026-11-21T12:01', '2026-11-22T20:00']);
  const asked = replyError(proposeTime, 422, {
    code: 'check-fields',
    message: 'Please check',
    fields: { time: 'This is too long after the pickup' },
  });
  expect(screen.getByRole('status').textContent).toBe('');
  fireEvent.change(field, { target: { value: '2026-11-23T10:00' } });
  expect(screen.getByRole('status').textContent).toMatch(/^That's outside .* Ana may not be there\.$/);
  await user.click(button('Propose this time'));
  expect(await screen.findByText('This is too long after the pickup')).toBeTruthy();
  expect(asked).toBeUndefined();
});

it('accepts the other’s proposal with one tap', async () => {
  const { user, server } = onScreen({ proposal: { time: today(19), by: 'giver' } });
  expect(screen.getByText('Ana proposes today, 7 PM.')).toBeTruthy();
  expect(buttons()).toEqual(['Yes, 7 PM works', 'Another time']);
  expect(isPrimary(button('Yes, 7 PM works'))).toBe(true);
  const asked = reply(acceptTime, changes(server, { proposal: null, agreedTime: today(19) }));
  await user.click(button('Yes, 7 PM works'));
  expect(await screen.findByText('You both agreed on today, 7 PM.')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ time: today(19) }]);
  await waitFor(() => expect(buttons()).toEqual(['Change the time']));
  expect(document.activeElement).not.toBe(document.body);
});

it('leaves the agreed time standing while another is proposed', async () => {
  const { user, server } = onScreen({ agreedTime: today(15) });
  const stands = "You're on for today, 3 PM unless you both agree on another time.";
  expect(screen.queryByText(stands)).toBeNull();
  await user.click(button('Change the time'));
  expect(screen.getByText(stands)).toBeTruthy();
  expect(buttons().some((label) => label === 'today, 3 PM')).toBe(false);
  reply(proposeTime, changes(server, { proposal: { time: today(18), by: 'receiver' } }));
  await user.click(screen.getAllByRole('button', { name: /^today, / })[0] ?? document.body);
  expect(await screen.findByText('You proposed today, 6 PM. Waiting for Ana.')).toBeTruthy();
  expect(screen.getByText(stands)).toBeTruthy();
});

it('shows nothing once either side has confirmed, and briefly only what waits for an answer', async () => {
  const { container, unmount } = onScreen({ giverConfirmedAt: today(12) });
  expect(container.querySelector('button')).toBeNull();
  unmount();
  const brief = renderWithProviders(<AgreedTime handover={aHandover(WINDOW)} onOther={() => {}} />);
  expect(brief.container.querySelector('button')).toBeNull();
  brief.unmount();
  const proposal = { time: today(19), by: 'giver' } as const;
  const onOther = vi.fn();
  const { user } = renderWithProviders(
    <AgreedTime handover={aHandover({ ...WINDOW, proposal })} onOther={onOther} />,
  );
  expect(buttons()).toEqual(['Yes, 7 PM works', 'Another time']);
  await user.click(button('Another time'));
  expect(onOther).toHaveBeenCalledOnce();
  expect(buttons()).toHaveLength(2);
});

it('moves the focus to the field for another time, and back', async () => {
  const { user } = onScreen();
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
  await user.click(button('Another time'));
  expect(document.activeElement).toBe(screen.getByLabelText('Day and time'));
  expect(shown.mock.contexts).toEqual([screen.getByLabelText('Day and time').closest('form')]);
  shown.mockRestore();
  await user.click(button('Back'));
  expect(screen.queryByLabelText('Day and time')).toBeNull();
  expect(document.activeElement).toBe(button('Another time'));
});

it('asks for no time once the window is over, and takes one on request', async () => {
  const over = { windowFrom: today(9), windowUntil: today(11) };
  const { user, unmount } = onScreen(over);
  expect(screen.queryByText('When works for you?')).toBeNull();
  expect(buttons()).toEqual(['Propose another time']);
  await user.click(button('Propose another time'));
  expect(document.activeElement).toBe(screen.getByLabelText('Day and time'));
  await user.click(button('Back'));
  expect(document.activeElement).toBe(button('Propose another time'));
  unmount();
  const agreed = onScreen({ ...over, agreedTime: today(11) });
  await agreed.user.click(button('Change the time'));
  expect(document.activeElement).toBe(screen.getByLabelText('Day and time'));
  await agreed.user.click(button('Back'));
  expect(buttons()).toEqual(['Change the time']);
  expect(document.activeElement).toBe(button('Change the time'));
});

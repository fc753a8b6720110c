import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aClaim } from '#web/testing/samples.ts';
import { OpenTickets } from './Ticket.tsx';

const soup = aClaim({ id: 'soup' }, { title: 'Soup' });
const bread = aClaim({ id: 'bread' }, { title: 'Bread' });
const details = (title: string) => screen.getByRole('button', { name: `Details of ${title}` });
/** What a ticket shows only when it is unfolded. */
const shownTickets = () => screen.queryAllByRole('link', { name: 'Go to messages' }).length;

it('shows a single ticket whole', () => {
  renderWithProviders(<OpenTickets claims={[soup]} wantedId={null} />);
  expect(shownTickets()).toBe(1);
  expect(screen.queryByRole('button', { name: /^Details/ })).toBeNull();
});

it('unfolds one of several at a time, with their codes in sight', async () => {
  const { user } = renderWithProviders(<OpenTickets claims={[soup, bread]} wantedId={null} />);
  expect(shownTickets()).toBe(0);
  expect(screen.getAllByText('4821')).toHaveLength(2);
  await user.click(details('Soup'));
  expect(shownTickets()).toBe(1);
  await user.click(details('Bread'));
  expect(shownTickets()).toBe(1);
  expect(details('Soup').getAttribute('aria-expanded')).toBe('false');
  await user.click(details('Bread'));
  expect(shownTickets()).toBe(0);
});

it('unfolds the one that a link leads to', () => {
  renderWithProviders(<OpenTickets claims={[soup, bread]} wantedId="bread" />);
  expect(details('Bread').getAttribute('aria-expanded')).toBe('true');
});

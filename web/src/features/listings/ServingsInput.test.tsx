import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { ServingsInput } from './ServingsInput.tsx';

function Servings() {
  const [servings, setServings] = useState(4);
  return <ServingsInput servings={servings} most={2000} onChange={setServings} />;
}

it.each([
  ['2.5', 2],
  ['2,5', 2],
  ['1-2', 1],
  ['-3', 4],
  ['\u0663', 3],
  ['1 000', 1000],
  ['1,000', 1000],
  ['1.000', 1000],
  ['99999', 2000],
])('reads %s as %i', async (typed, servings) => {
  const { user } = renderWithProviders(<Servings />);
  const input = screen.getByRole<HTMLInputElement>('textbox');
  await user.clear(input);
  await user.type(input, typed);
  expect(screen.getByRole('status').textContent).toBe(String(servings));
  await user.tab();
  expect(input.value).toBe(String(servings));
});

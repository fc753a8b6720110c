import type { Handover } from '@openlarder/domain/handovers/handover-contract.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderWithProviders } from '#web/testing/render.tsx';
import { aHandover } from '#web/testing/samples.ts';
import { TakenServings, useTakenServings } from './TakenServings.tsx';

/** A sheet that is open while the other side confirms three servings. */
function OpenSheet({ promised }: { readonly promised: Handover }) {
  const [handover, setHandover] = useState(promised);
  return (
    <>
      <TakenServings handover={handover} taken={useTakenServings(handover)} />
      <button type="button" onClick={() => setHandover({ ...promised, servingsSaid: 3 })}>
        The other confirms
      </button>
    </>
  );
}

it('shows the number that the other side says meanwhile', async () => {
  const { user } = renderWithProviders(<OpenSheet promised={aHandover({ servings: 4 })} />);
  expect(screen.getByRole('button', { name: 'Not all 4 servings?' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'The other confirms' }));
  expect(screen.getByRole('textbox', { name: 'How many, up to 4' })).toHaveProperty('value', '3');
  expect(screen.getByText("We'll offer the other one to someone else.")).toBeTruthy();
});

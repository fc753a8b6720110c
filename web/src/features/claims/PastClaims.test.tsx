import { getClaimLimits, listClaims } from '@openlarder/domain/claims/claim-contract.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer } from '#web/testing/api.ts';
import { renderPart } from '#web/testing/render.tsx';
import { aClaim, hoursFromNow, someLimits } from '#web/testing/samples.ts';
import { MyPickups } from './MyPickups.tsx';

beforeEach(() => void answer(getClaimLimits, someLimits()));

const over = () => aClaim({ status: 'completed', endedAt: hoursFromNow(-1), code: null });
const folded = async () => (await screen.findByText('History')).closest('details');

it('folds away what is over, and says where it ended apart from how much it was', async () => {
  answer(listClaims, [over()]);
  renderPart(<MyPickups />, { at: '/?tab=profile' });
  expect(await folded()).toHaveProperty('open', false);
  expect(screen.getByText('You picked it up from Ana R.')).toBeTruthy();
  expect(screen.getByText(/^4 servings ·/)).toBeTruthy();
});

it('unfolds it for a link that leads to it', async () => {
  const claim = over();
  answer(listClaims, [claim]);
  renderPart(<MyPickups />, { at: `/?tab=profile&claim=${claim.id}` });
  expect(await folded()).toHaveProperty('open', true);
});

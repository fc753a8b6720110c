import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPart } from '#web/testing/render.tsx';
import { aListing } from '#web/testing/samples.ts';
import { ListingFacts } from './ListingFacts.tsx';

const donation = aListing({ isBulk: true, mayGoToOne: true, estimatedServings: 50, servingsLeft: 50 });
const show = (listing: typeof donation, isOwn: boolean) =>
  renderPart(<ListingFacts listing={listing} nowMs={Date.now()} isOwn={isOwn} avoids={[]} />);

it('shows its giver that one person may take it all', () => {
  show(donation, true);
  expect(screen.getByText('One person may take it all')).toBeTruthy();
});

it.each([
  ['it is shared out', { ...donation, mayGoToOne: false }, true],
  ['it is claimed', { ...donation, status: 'claimed', servingsLeft: 0 } as const, true],
  ['they can claim it, which says so itself', donation, false],
])('does not if %s', (_why, listing, isOwn) => {
  show(listing, isOwn);
  expect(screen.queryByText('One person may take it all')).toBeNull();
});

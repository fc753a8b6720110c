import { lookUpAddress } from '@openlarder/domain/places/place-contract.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { AddressField } from './AddressField.tsx';

const at = { latitude: 52.5, longitude: 13.42 };

function Form({ host, found }: { host: string | null; found: unknown[] }) {
  const [address, setAddress] = useState('');
  return (
    <AddressField
      label="Address"
      setting={{ mapCentre: at, mapTiles: null, addressLookup: host === null ? null : { host } }}
      value={address}
      onChange={(event) => setAddress(event.target.value)}
      onFound={(next, point) => {
        setAddress(next);
        found.push(point);
      }}
    />
  );
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Address' });

it('suggests addresses after three letters, and takes one with its point', async () => {
  const asked = reply(lookUpAddress, {
    isAway: false,
    addresses: [{ label: 'Oranienstraße 25', detail: '10999 Berlin', ...at }],
  });
  const found: unknown[] = [];
  const { user } = renderWithProviders(<Form host="geocoder.example" found={found} />);
  await user.type(field(), 'Or');
  screen.getByText('geocoder.example looks up what you type, without knowing who you are.');
  expect(asked).toEqual([]);
  await user.type(field(), 'a');
  await user.click(await screen.findByRole('button', { name: /Oranienstraße 25/ }));
  expect(field().value).toBe('Oranienstraße 25, 10999 Berlin');
  expect(found).toEqual([at]);
  expect(asked.map(({ body }) => body)).toEqual([{ typed: 'Ora', language: 'en' }]);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says in one line that the geocoder is away', async () => {
  reply(lookUpAddress, { isAway: true, addresses: [] });
  const { user } = renderWithProviders(<Form host="geocoder.example" found={[]} />);
  await user.type(field(), 'Oran');
  await screen.findByText("We can't look up addresses right now. Put the pin on the map instead.");
});

it('asks no one without a geocoder, and says so', async () => {
  const { user } = renderWithProviders(<Form host={null} found={[]} />);
  await user.type(field(), 'Oranienstraße');
  screen.getByText("We can't look up addresses here, so the pin on the map is what counts.");
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull());
});

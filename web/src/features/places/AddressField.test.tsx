import { lookUpAddress } from '@openlarder/domain/places/place-contract.ts';
import type { GeoPoint } from '@openlarder/domain/kernel/geo.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { AddressField } from './AddressField.tsx';

const at = { latitude: 52.5, longitude: 13.42 };

type FormProps = { readonly host: string | null; readonly found: unknown[]; readonly pin?: GeoPoint };

function Form({ host, found, pin }: FormProps) {
  const [address, setAddress] = useState('');
  return (
    <AddressField
      label="Address"
      setting={{ mapCentre: at, mapTiles: null, addressLookup: host === null ? null : { host } }}
      pin={pin ?? null}
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

it.each([
  [0.008, null],
  [0.02, '“Oranienstraße 25” is 2.2 km from your pin.'],
])('asks about a pin %s degrees away from the address that was typed', async (degrees, question) => {
  reply(lookUpAddress, {
    isAway: false,
    addresses: [{ label: 'Oranienstraße 25', detail: '10999 Berlin', ...at }],
  });
  const found: unknown[] = [];
  const pin = { ...at, latitude: at.latitude + degrees };
  const { user } = renderWithProviders(<Form host="geocoder.example" found={found} pin={pin} />);
  await user.type(field(), 'Oranienstraße 25');
  await screen.findByRole('button', { name: /Oranienstraße 25/ });
  expect(screen.queryByText(/from your pin/)?.textContent ?? null).toBe(question);
  if (question === null) return;
  await user.click(screen.getByRole('button', { name: 'Move the pin there' }));
  expect(found).toEqual([at]);
});

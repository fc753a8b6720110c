import { getUser, updateProfile, type User } from '@openlarder/domain/accounts/account-contract.ts';
import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { endpointKey } from '#web/lib/endpoint-query.ts';
import { reply, replyError } from '#web/testing/api.ts';
import { aUser } from '#web/testing/people.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { MyLocationForm } from './MyLocationForm.tsx';

const nobodysPlace = aUser();
const placed: User = { ...nobodysPlace, location: '5 Main St', latitude: 40.75, longitude: -73.99 };
const setting = { mapCentre: { latitude: 40.766, longitude: -73.975 }, mapTiles: null };

beforeEach(() => {
  reply(getArea, { areaLabel: 'Chelsea' });
});

describe('MyLocationForm', () => {
  it('saves the address and the pin and updates the rest of the screen', async () => {
    const heard = reply(updateProfile, placed);
    const { user, queryClient } = renderWithProviders(
      <MyLocationForm user={nobodysPlace} setting={setting} />,
    );
    await user.type(screen.getByLabelText(/Address/), '5 Main St');
    await user.click(screen.getByRole('button', { name: 'Show the map' }));
    await user.type(screen.getByLabelText('Latitude'), '40.75');
    await user.type(screen.getByLabelText('Longitude'), '-73.99{Enter}');
    await user.click(screen.getByRole('button', { name: 'Save my location' }));
    await waitFor(() => expect(queryClient.getQueryData(endpointKey(getUser))).toEqual(placed));
    expect(heard.map(({ body }) => body)).toEqual([
      { address: '5 Main St', latitude: 40.75, longitude: -73.99 },
    ]);
  });

  const deviceIs = (accuracy: number) =>
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: {
        getCurrentPosition: (found: PositionCallback) =>
          found({ coords: { latitude: 40.75, longitude: -73.99, accuracy } } as GeolocationPosition),
      },
    });

  it.each([
    ['a first place by one tap', 20, nobodysPlace, true],
    ['no first place that the device only roughly knows', 900, nobodysPlace, false],
    ['no other place without a tap', 20, { ...placed, latitude: 40.7 }, false],
  ])('saves %s', async (_what, accuracyM, person, isSaved) => {
    deviceIs(accuracyM);
    const heard = reply(updateProfile, placed);
    const { user } = renderWithProviders(<MyLocationForm user={person} setting={setting} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    await screen.findByText(/^(Got it|We can only find you)/);
    expect(heard.map(({ body }) => body)).toEqual(isSaved ? [{ latitude: 40.75, longitude: -73.99 }] : []);
  });

  /** A device that answers when it is told to. */
  function slowDevice() {
    const asked: PositionCallback[] = [];
    Object.defineProperty(navigator, 'geolocation', {
      configurable: true,
      value: { getCurrentPosition: (found: PositionCallback) => asked.push(found) },
    });
    return () =>
      act(async () => {
        asked[0]?.({ coords: { latitude: 40.75, longitude: -73.99, accuracy: 20 } } as GeolocationPosition);
      });
  }

  it('saves the place that the device finds late with the address typed meanwhile', async () => {
    const answer = slowDevice();
    const heard = reply(updateProfile, placed);
    const { user } = renderWithProviders(<MyLocationForm user={nobodysPlace} setting={setting} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    await user.type(screen.getByLabelText(/Address/), '5 Main St');
    await answer();
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toEqual({ address: '5 Main St', latitude: 40.75, longitude: -73.99 });
  });

  it('saves nothing of a device that answers after the form was closed, or the pin put by hand', async () => {
    const answer = slowDevice();
    const heard = reply(updateProfile, placed);
    const { user, unmount } = renderWithProviders(<MyLocationForm user={nobodysPlace} setting={setting} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    unmount();
    await answer();
    const answerLater = slowDevice();
    const again = renderWithProviders(<MyLocationForm user={nobodysPlace} setting={setting} />);
    await again.user.click(screen.getByRole('button', { name: 'Use my location' }));
    await again.user.click(screen.getByRole('button', { name: 'Show the map' }));
    await again.user.type(screen.getByLabelText('Latitude'), '40.7');
    await again.user.type(screen.getByLabelText('Longitude'), '-73.9{Enter}');
    await answerLater();
    await again.user.click(screen.getByRole('button', { name: 'Save my location' }));
    await waitFor(() => expect(heard).toHaveLength(1));
    expect(heard[0]?.body).toEqual({ latitude: 40.7, longitude: -73.9 });
  });

  it('says when requests near a changed location are shown, to a donor', async () => {
    const answers: { saved: User; isSaid: boolean }[] = [
      { saved: { ...placed, placeCountsFrom: '2026-05-05T04:00:00.000Z' }, isSaid: true },
      { saved: { ...placed, placeCountsFrom: null }, isSaid: false },
      {
        saved: { ...placed, placeCountsFrom: '2026-05-05T04:00:00.000Z', userType: 'recipient' },
        isSaid: false,
      },
    ];
    for (const { saved, isSaid } of answers) {
      reply(updateProfile, saved);
      const { user, unmount } = renderWithProviders(<MyLocationForm user={placed} setting={setting} />);
      await user.click(screen.getByRole('button', { name: 'Save my location' }));
      const description = await screen.findByText(/^Neighbors only see your neighborhood/);
      expect(
        description.textContent.includes("You'll see requests near your new location from tomorrow."),
      ).toBe(isSaid);
      unmount();
    }
  });

  it('asks for the pin before saving', async () => {
    const heard = reply(updateProfile, placed);
    const { user } = renderWithProviders(<MyLocationForm user={nobodysPlace} setting={setting} />);
    await user.click(screen.getByRole('button', { name: 'Save my location' }));
    expect(screen.getByText('Please put the pin where you are')).toBeTruthy();
    // the message may stand above what is in sight
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use my location' }));
    expect(heard).toEqual([]);
  });

  it('says what failed and what is kept', async () => {
    replyError(updateProfile, 503, { code: 'away', message: 'The server is resting.' });
    const { user } = renderWithProviders(<MyLocationForm user={placed} setting={setting} />);
    await user.click(screen.getByRole('button', { name: 'Save my location' }));
    expect(await screen.findByText('The server is resting.')).toBeTruthy();
    expect(screen.getByText("Your location hasn't changed.")).toBeTruthy();
  });
});

import { getArea } from '@openlarder/domain/places/place-contract.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Map as LeafletMap } from 'leaflet';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { reply } from '#web/testing/api.ts';
import { renderWithProviders } from '#web/testing/render.tsx';
import { type PickedPlace, PlacePicker } from './PlacePicker.tsx';

const setting = { mapCentre: { latitude: 40.766, longitude: -73.975 }, mapTiles: null };

function Picker({ start, heard }: { start: PickedPlace | null; heard: PickedPlace[] }) {
  const [place, setPlace] = useState(start);
  return (
    <PlacePicker
      value={place}
      setting={setting}
      onChange={(next) => {
        heard.push(next);
        setPlace(next);
      }}
    />
  );
}

/** Mocks the device's geolocation; undefined is a device without it. */
function device(getCurrentPosition: Geolocation['getCurrentPosition'] | null) {
  Object.defineProperty(navigator, 'geolocation', {
    configurable: true,
    value: getCurrentPosition && { getCurrentPosition },
  });
}

// These tests need no map data.

const somewhere: PickedPlace = { latitude: 40.7577, longitude: -73.9857, areaLabel: null };

describe('PlacePicker', () => {
  it('says what others will see', async () => {
    const asked = reply(getArea, { areaLabel: 'Hell’s Kitchen' });
    renderWithProviders(<Picker start={somewhere} heard={[]} />);
    await screen.findByText('Neighbors will see: near Hell’s Kitchen');
    expect(asked[0]?.query.get('latitude')).toBe('40.7577');
    expect(screen.queryByLabelText('Your neighborhood')).toBeNull();
  });

  it('shows the error above the map, which would push it out of view', () => {
    renderWithProviders(
      <PlacePicker value={null} setting={setting} onChange={() => {}} error="Put a pin." />,
    );
    const hide = screen.getByRole('button', { name: 'Hide the map' });
    const described = screen.getByRole('button', { name: 'Use my location' });
    const sentence = document.getElementById(described.getAttribute('aria-describedby') ?? '');
    expect(sentence?.textContent).toBe('Put a pin.');
    expect(hide.parentElement?.nextElementSibling).toBe(sentence);
  });

  it('asks for the neighborhood if no name is known', async () => {
    reply(getArea, { areaLabel: null });
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={somewhere} heard={heard} />);
    await user.type(await screen.findByLabelText('Your neighborhood'), 'Old Mill');
    expect(heard.at(-1)).toEqual({ ...somewhere, areaLabel: 'Old Mill' });
    await screen.findByText('Neighbors will see: near Old Mill');
  });

  /** A device that knows its place to so many meters. */
  const deviceWithin = (accuracy: number) =>
    device((found) =>
      found({
        coords: {
          latitude: 40.7465,
          longitude: -74.0014,
          accuracy,
          altitude: null,
          altitudeAccuracy: null,
          heading: null,
          speed: null,
          toJSON: () => ({}),
        },
        timestamp: 0,
        toJSON: () => ({}),
      }),
    );

  it.each([
    ['food', 100, true],
    ['food', 101, false],
    ['home', 480, false],
    ['area', 1000, true],
    ['area', 1001, false],
  ] as const)('of %s, takes a device that knows its place to %i m: %s', async (of, accuracyM, isTaken) => {
    reply(getArea, { areaLabel: 'Chelsea' });
    deviceWithin(accuracyM);
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(
      <PlacePicker value={null} setting={setting} of={of} onChange={(place) => heard.push(place)} />,
    );
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    if (isTaken) {
      await waitFor(() => expect(heard).toHaveLength(1));
      return;
    }
    await screen.findByText(/^We can only find you to within about/);
    expect(heard).toEqual([]);
  });

  it('asks for a pin, near where a rough device is, and drops the question once there is one', async () => {
    reply(getArea, { areaLabel: 'Chelsea' });
    deviceWithin(480);
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    const asks = 'We can only find you to within about 500 m. Drop the pin where the food is.';
    await screen.findByText(asks);
    await user.click(await screen.findByRole('button', { name: 'Place the pin in the middle of the map' }));
    expect(heard.at(-1)?.latitude).toBeCloseTo(40.7465, 2);
    expect(screen.queryByText(asks)).toBeNull();
  });

  it.each([
    ['in sight where the device may be', 600, 'Pin on the map'],
    ['where it was, with the map where the device is', 400, 'Place the pin in the middle of the map'],
  ])('keeps a pin from before %s', async (_where, accuracyM, shows) => {
    reply(getArea, { areaLabel: 'Chelsea' });
    deviceWithin(accuracyM);
    const heard: PickedPlace[] = [];
    const before = { latitude: 40.7465 + 0.0045, longitude: -74.0014, areaLabel: null };
    const { user } = renderWithProviders(<Picker start={before} heard={heard} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    const note = await screen.findByText(/^We can only find you to within about/);
    expect(note.textContent).toMatch(/so we're still using your last pin\. Tap the map to move it\.$/);
    const map = await screen.findByRole('button', { name: shows });
    expect(heard).toEqual([]);
    await user.type(map, '{ArrowUp}');
    expect(heard).not.toEqual([]);
    await waitFor(() => expect(note.textContent).toBe(''));
  });

  it('takes the location from the device', async () => {
    reply(getArea, { areaLabel: 'Chelsea' });
    device((found) =>
      found({
        coords: {
          latitude: 40.7465,
          longitude: -74.0014123456789,
          accuracy: 10,
          altitude: null,
          altitudeAccuracy: null,
          heading: null,
          speed: null,
          toJSON: () => ({}),
        },
        timestamp: 0,
        toJSON: () => ({}),
      }),
    );
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    await screen.findByText('Neighbors will see: near Chelsea');
    expect(screen.getByText('Got it. Your pin is on the map.')).toBeTruthy();
    expect(heard).toEqual([{ latitude: 40.7465, longitude: -74.001412, areaLabel: null }]);
  });

  it('reports a failed geolocation and opens the coordinate fields', async () => {
    reply(getArea, { areaLabel: 'Midtown' });
    device((_, failed) =>
      failed?.({ code: 1, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 }),
    );
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText('Location Error')).toBeTruthy();
    expect(screen.getByText('Unable to get your location. Please enter coordinates manually.')).toBeTruthy();
    await user.type(screen.getByLabelText('Latitude'), '40,7577');
    await user.type(screen.getByLabelText('Longitude'), '-173.9857°{Enter}');
    expect(heard).toEqual([{ latitude: 40.7577, longitude: -173.9857, areaLabel: null }]);
  });

  it('reports a device without geolocation', async () => {
    device(null);
    const { user } = renderWithProviders(<Picker start={null} heard={[]} />);
    await user.click(screen.getByRole('button', { name: 'Use my location' }));
    expect(await screen.findByText('Geolocation Not Supported')).toBeTruthy();
  });

  it.each([
    ['Latitude', '-1.2921, 36.8219'],
    ['Longitude', 'https://www.openstreetmap.org/#map=17/-1.2921/36.8219'],
    ['Latitude', 'geo:-1.2921,36.8219'],
  ])('takes both coordinates pasted into %s from another map: %s', async (field, text) => {
    reply(getArea, { areaLabel: 'Ngara' });
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.click(screen.getByLabelText(field));
    await user.paste(text);
    expect(heard).toEqual([{ latitude: -1.2921, longitude: 36.8219, areaLabel: null }]);
    expect(screen.getByLabelText<HTMLInputElement>('Latitude').value).toBe('-1.2921');
  });

  it('takes both coordinates typed into one field, and a decimal comma as one number', async () => {
    reply(getArea, { areaLabel: 'Ngara' });
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.type(screen.getByLabelText('Latitude'), '-1.2921 36.8219{Enter}');
    expect(heard).toEqual([{ latitude: -1.2921, longitude: 36.8219, areaLabel: null }]);
    await user.clear(screen.getByLabelText('Latitude'));
    await user.type(screen.getByLabelText('Latitude'), '40,12{Enter}');
    expect(heard.at(-1)).toEqual({ latitude: 40.12, longitude: 36.8219, areaLabel: null });
  });

  it('says that a pasted link holds no coordinates', async () => {
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.click(screen.getByLabelText('Latitude'));
    await user.paste('https://maps.example/short');
    expect(screen.getByText(/^There are no coordinates in this link/)).toBeTruthy();
    expect(heard).toEqual([]);
  });

  it('rejects coordinates out of range, at their field', async () => {
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    await user.type(screen.getByLabelText('Latitude'), '91');
    await user.type(screen.getByLabelText('Longitude'), '8');
    await user.click(screen.getByRole('button', { name: 'Place the pin there' }));
    expect(screen.getByLabelText('Latitude').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a latitude between -90 and 90')).toBeTruthy();
    expect(heard).toEqual([]);
  });

  it('leaves one finger and the wheel to the page, and shows how to move the map', async () => {
    reply(getArea, { areaLabel: 'Midtown' });
    const { user, container } = renderWithProviders(<Picker start={somewhere} heard={[]} />);
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(screen.getByRole('button', { name: 'Show the map' }));
    expect(shown).toHaveBeenCalledTimes(1);
    expect(shown.mock.contexts).toEqual([document.activeElement]);
    shown.mockRestore();
    await screen.findByRole('button', { name: 'Pin on the map' });
    const map = container.querySelector('.leaflet-container') ?? container;
    const isDraggable = () => map.classList.contains('leaflet-touch-drag');
    const send = (type: string, properties: object) =>
      fireEvent(map, Object.assign(new Event(type, { bubbles: true }), properties));
    const pointer = (type: string, pointerType: string) => send(type, { pointerType });
    expect(isDraggable()).toBe(false);
    pointer('pointerdown', 'touch');
    expect(isDraggable()).toBe(false);
    pointer('pointercancel', 'touch');
    expect(screen.getByText('Use two fingers to move the map')).toBeTruthy();
    const zoomed = vi.fn();
    map.addEventListener('wheel', zoomed);
    send('wheel', { ctrlKey: false });
    expect(screen.getByText('Hold Ctrl while you scroll to zoom the map')).toBeTruthy();
    expect(zoomed).not.toHaveBeenCalled();
    send('wheel', { ctrlKey: true });
    expect(zoomed).toHaveBeenCalledOnce();
    pointer('pointerdown', 'mouse');
    expect(isDraggable()).toBe(true);
    pointer('pointerup', 'mouse');
    await waitFor(() => expect(isDraggable()).toBe(false));
  });

  it('shows the pin again on a map that was moved away from it', async () => {
    reply(getArea, { areaLabel: 'Midtown' });
    const { user } = renderWithProviders(<Picker start={null} heard={[]} />);
    const center = await screen.findByRole('button', { name: 'Center the map' });
    const map = vi.spyOn(LeafletMap.prototype, 'setView');
    await user.click(center);
    expect(map.mock.calls[0]?.slice(0, 2)).toEqual([[40.766, -73.975], 13]);
    await user.click(screen.getByRole('button', { name: 'Place the pin in the middle of the map' }));
    map.mockClear();
    await user.click(center);
    // without streets, as far as the names around it
    expect(map.mock.calls[0]?.[1]).toBe(14);
    map.mockRestore();
  });

  it('moves the pin by the arrow keys, further with Shift', async () => {
    reply(getArea, { areaLabel: 'Midtown' });
    const heard: PickedPlace[] = [];
    const { user } = renderWithProviders(<Picker start={null} heard={heard} />);
    const pin = await screen.findByRole('button', { name: 'Place the pin in the middle of the map' });
    await user.click(pin);
    const [middle] = heard;
    expect(middle?.latitude).toBeCloseTo(setting.mapCentre.latitude, 3);
    await user.keyboard('{ArrowUp}');
    await waitFor(() => expect(heard).toHaveLength(2));
    const north = (heard[1]?.latitude ?? 0) - (middle?.latitude ?? 0);
    expect(north).toBeGreaterThan(0);
    expect(heard[1]?.longitude).toBeCloseTo(middle?.longitude ?? 0, 4);
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
    const east = (heard[2]?.longitude ?? 0) - (heard[1]?.longitude ?? 0);
    expect(east).toBeGreaterThan(north * 4);
  });
});

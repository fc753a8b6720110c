import { expect, it } from 'vitest';
import { directionsHref } from '#web/features/handovers/address/Directions.tsx';

it.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7)', 'geo:40.5,-73.9?q=40.5,-73.9'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'https://maps.apple.com/?daddr=40.5,-73.9'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/directions?to=40.5,-73.9'],
])('on %s the way opens with %s', (userAgent, href) => {
  expect(directionsHref({ latitude: 40.5, longitude: -73.9 }, userAgent)).toBe(href);
});

it.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7)', 'geo:0,0?q=9%20Elm%20St%2C%203B'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)',
    'https://maps.apple.com/?daddr=9%20Elm%20St%2C%203B',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'https://www.openstreetmap.org/search?query=9%20Elm%20St%2C%203B'],
])('on %s a place in words opens with %s', (userAgent, href) => {
  expect(directionsHref('9 Elm St, 3B', userAgent)).toBe(href);
});

import { expect, it } from 'vitest';
import { positionInText } from './position-in-text.ts';

const berlin = { latitude: 52.52, longitude: 13.405 };

it.each([
  '52.52, 13.405',
  '52.52,13.405',
  ' 52.52 13.405 ',
  '52,52 13,405',
  '52,52; 13,405',
  '52.52°, 13.405°',
  `52°31'12"N 13°24'18"E`,
  '52° 31′ 12″ N, 13° 24′ 18″ E',
  `52°31'12"N 13°24'18"O`,
  'geo:52.52,13.405',
  'geo:52.52,13.405;u=35?z=17',
  'https://www.openstreetmap.org/#map=15/52.52/13.405',
  'https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=12/1.5/2.5',
  'https://www.google.com/maps/@52.52,13.405,15z?entry=ttu',
  'https://www.google.com/maps/place/Somewhere/@1.5,2.5,17z/data=!3m1!8m2!3d52.52!4d13.405',
  'https://maps.google.com/?q=52.52,13.405',
  'https://www.google.com/maps/search/?api=1&query=52.52%2C13.405',
  'https://maps.apple.com/?ll=52.52,13.405&q=Somewhere',
  'https://www.bing.com/maps?cp=52.52~13.405&lvl=15',
  'https://organicmaps.app/map#15/52.52/13.405',
])('finds the position in %s', (text) => {
  expect(positionInText(text)).toEqual(berlin);
});

it('knows south and west', () => {
  expect(positionInText(`12°2'35"S 77°1'42"W`)).toEqual({ latitude: -12.043056, longitude: -77.028333 });
  expect(positionInText('-16.8, -179.99')).toEqual({ latitude: -16.8, longitude: -179.99 });
});

it.each([
  'Berlin',
  '',
  '52.52',
  '91, 13',
  '52, 181',
  '12 Mill Lane',
  '5, 10969 Berlin',
  '1 2 3',
  'https://example.org/52',
])('finds none in %j', (text) => {
  expect(positionInText(text)).toBeNull();
});

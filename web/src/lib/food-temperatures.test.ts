import { afterEach, expect, it } from 'vitest';
import { foodTemperature, hotInCelsius, readsFahrenheit } from './food-temperatures.ts';

/** The community's region as the page carries it. */
function livesIn(country: string | null): void {
  const meta = document.createElement('meta');
  meta.name = 'region';
  meta.content = JSON.stringify({ country, currency: 'EUR', usesMiles: false });
  document.head.append(meta);
}
afterEach(() => document.querySelector('meta[name="region"]')?.remove());

it.each([
  ['US', '40°F (4°C)', '165°F (74°C)'],
  [null, '40°F (4°C)', '165°F (74°C)'],
  ['DE', '5°C', '70°C'],
  ['KE', '5°C', '70°C'],
  ['PE', '5°C', '70°C'],
])('are in the degrees of %s', (country, cold, reheated) => {
  livesIn(country);
  expect([foodTemperature('cold'), foodTemperature('reheated')]).toEqual([cold, reheated]);
  expect(readsFahrenheit()).toBe(cold.includes('F'));
});

it('keeps food hotter in Britain', () => {
  livesIn('GB');
  expect(hotInCelsius()).toBe('63°C');
});

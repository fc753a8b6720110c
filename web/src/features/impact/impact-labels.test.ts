import { i18n } from '@lingui/core';
import { afterEach, expect, it } from 'vitest';
import { formatCo2, formatWeight, formatWeightRange } from './impact-labels.ts';

afterEach(() => i18n.activate('en'));

it.each([
  [['en-GB', 'en'], '546 kg (1,204 lbs)', '546 kg', "20 to 166 kg by others' numbers"],
  [['en-DE', 'en'], '546 kg (1.204 lbs)', '546 kg', "20 to 166 kg by others' numbers"],
  [['en'], '1,204 lbs (546 kg)', '1,204 lbs', "43 to 366 lbs by others' numbers"],
  [['es-US', 'en'], '1,204 lbs (546 kg)', '1,204 lbs', "43 to 366 lbs by others' numbers"],
])('has the unit of the reader’s region first: %j', (locales, co2, weight, range) => {
  i18n.activate('en', locales);
  expect([formatCo2(1204), formatWeight(1204), formatWeightRange(43, 366)]).toEqual([co2, weight, range]);
});

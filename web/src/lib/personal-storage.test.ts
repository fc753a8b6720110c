import { expect, it, onTestFinished, vi } from 'vitest';
import { forgetPersonalData, keepPersonalDataOf, personalKey } from './personal-storage.ts';

const LANGUAGE = 'openlarder.language';
const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted();

it('keeps the data of the device and of this account, and at sign-out only of the device', () => {
  const [draftOfAna, addressOfBen] = [
    personalKey('share-draft', 'ana'),
    personalKey('request-address', 'ben'),
  ];
  const [filterOfAna, filterOfBen] = [personalKey('food-filter', 'ana'), personalKey('food-filter', 'ben')];
  for (const key of [filterOfAna, filterOfBen]) sessionStorage.setItem(key, '1');
  for (const key of [LANGUAGE, 'other.thing.ben', draftOfAna, addressOfBen]) localStorage.setItem(key, '1');
  keepPersonalDataOf('ana');
  expect(keys()).toEqual([LANGUAGE, draftOfAna, filterOfAna, 'other.thing.ben'].toSorted());
  forgetPersonalData();
  expect(keys()).toEqual([LANGUAGE, 'other.thing.ben'].toSorted());
});

it('keeps the photos of this account, and of none at sign-out', async () => {
  const names = new Set([personalKey('photos', 'ana'), personalKey('photos', 'ben'), 'another app']);
  const remove = async (name: string) => names.delete(name);
  vi.stubGlobal('caches', { keys: async () => [...names], delete: remove });
  onTestFinished(() => void vi.unstubAllGlobals());
  keepPersonalDataOf('ana');
  await expect.poll(() => [...names]).toEqual([personalKey('photos', 'ana'), 'another app']);
  forgetPersonalData();
  await expect.poll(() => [...names]).toEqual(['another app']);
});
